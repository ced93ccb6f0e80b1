import { registerModule } from '@wattyard/resource'

/** Pages for development. In an installation for production the module is not there at all. */
export const registry = registerModule({
  name: 'devtools',
  pages: {
    '/test/icon': { file: 'icon-page.tsx', everybody: true },
    '/mqtt': { file: 'mqtt/mqtt-page.tsx', anyOf: ['devtools.mqtt:read'] },
  },
})
