import type { MessageKind } from '@wattyard/server-kit'
import { OFFLINE_AFTER_MS } from '../../contract/offline.ts'
import { PILE_FAULT, PILE_FAULT_OVER, type PileTrouble } from '../live/tell-faults.ts'
import { PILE_OFFLINE, PILE_OFFLINE_OVER, type PileOffline } from './emit-offline.ts'

export const GATEWAY_MESSAGES: readonly MessageKind[] = [
  {
    name: 'gateway.pileOffline',
    severity: 'warning',
    topic: PILE_OFFLINE,
    endedBy: PILE_OFFLINE_OVER,
    gathers: true,
    draft({ key, body }) {
      const pile = body as unknown as PileOffline // written by tellOffline alone
      return {
        about: `${key}:${pile.since}`,
        subjectId: key,
        params: {
          code: pile.code,
          name: pile.name,
          station: pile.stationName,
          minutes: String(OFFLINE_AFTER_MS / 60_000),
          subject: pile.code,
        },
        link: '/device/deviceView?state=offline',
        may: ['assets.pile:read'],
        operatorId: pile.operatorId,
        stationId: pile.stationId,
      }
    },
  },
  {
    name: 'gateway.pileFault',
    severity: 'critical',
    topic: PILE_FAULT,
    endedBy: PILE_FAULT_OVER,
    gathers: true,
    draft({ key, body }) {
      const pile = body as unknown as PileTrouble // written by tellFaults alone
      return {
        about: `${key}:${pile.since}`,
        subjectId: key,
        params: { code: pile.code, name: pile.name, station: pile.stationName, subject: pile.code },
        link: '/device/deviceView?state=fault',
        may: ['assets.pile:read'],
        operatorId: pile.operatorId,
        stationId: pile.stationId,
      }
    },
  },
]
