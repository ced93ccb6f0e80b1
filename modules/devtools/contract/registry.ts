import { registerModule } from '@wattyard/resource'

/** Pages for developers. A production installation does not contain the module. */
export const registry = registerModule({
  name: 'devtools',
  pages: {
    '/test/icon': { file: 'icon-page.tsx', everybody: true },
    '/mqtt': { file: 'mqtt/mqtt-page.tsx', anyOf: ['devtools.mqtt:read'] },
  },
})
