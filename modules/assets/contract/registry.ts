import { registerModule } from '@wattyard/resource'
import { connector } from './connector.ts'
import { deviceType } from './device-type.ts'
import { manufacturer } from './manufacturer.ts'
import { mapPack } from './map-pack.ts'
import { model } from './model.ts'
import { pile } from './pile.ts'
import { reportedDevice } from './reported-device.ts'
import { station } from './station.ts'

export const registry = registerModule({
  name: 'assets',
  resources: [deviceType, manufacturer, model, reportedDevice, station, pile, connector, mapPack],
  pages: {
    '/basedata/manufacture': { file: 'base/manufacture-page.tsx', stations: 'notNarrowed' },
    '/basedata/type': { file: 'base/type-page.tsx', stations: 'notNarrowed' },
    '/basedata/typetree': {
      file: 'base/typetree-page.tsx',
      stations: 'notNarrowed',
      anyOf: ['assets.deviceType:read'],
    },
    '/device/station': {
      file: 'station-page.tsx',
      stations: 'narrowed',
      words: ['identity', 'gateway', 'pricing', 'charging', 'finance', 'members'],
    },
  },
})
