import { registerModule } from '@wattyard/resource'

/** Pages for developers. A production installation does not contain the module. */
export const registry = registerModule({
  name: 'devtools',
  pages: {
    '/test/icon': { file: 'icon-page.tsx', stations: 'notNarrowed', everybody: true },
    '/mqtt': { file: 'mqtt/mqtt-page.tsx', stations: 'notNarrowed', anyOf: ['devtools.mqtt:read'] },
  },
})
