import { registerModule } from '@wattyard/resource'
import { command } from './command.ts'
import { credential } from './credential.ts'
import { event } from './event.ts'
import { pendingPile } from './pending-pile.ts'
import { pointMap } from './point-map.ts'
import { pointSource } from './point-source.ts'

export const registry = registerModule({
  name: 'gateway',
  resources: [credential, pendingPile, command, event, pointMap, pointSource],
  pages: {
    '/basedata/model': {
      file: 'points/model-page.tsx',
      stations: 'notNarrowed',
      words: ['assets'],
      anyOf: ['assets.model:read'],
    },
    '/basedata/protocol': {
      file: 'points/protocol-page.tsx',
      stations: 'byPart',
      words: ['assets'],
      anyOf: ['gateway.pointSource:read', 'gateway.pointMap:read'],
    },
    '/device/devicePole': {
      file: 'pile-page.tsx',
      stations: 'narrowed',
      words: ['assets', 'identity', 'pricing', 'charging', 'finance', 'members', 'platform'],
      anyOf: ['assets.pile:read'],
    },
    '/console/MessageParsing': {
      file: 'parse/message-parsing-page.tsx',
      stations: 'notNarrowed',
      anyOf: ['gateway.frame:read'],
    },
  },
})
