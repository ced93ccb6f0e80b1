import { samplePayload } from '@wattyard/ocpp-frame/testing/sample-payload'
import * as published from 'typed-ocpp/dist/ocpp20/schemas.js'
import { FROM_PILE, type PileAction } from './actions.ts'

const schemas: Readonly<Record<string, object>> = published

/** Every call a pile can make, with the shortest and longest payload its schema allows. */
export function pileCalls(): { action: PileAction; payload: Record<string, unknown> }[] {
  return FROM_PILE.flatMap(action =>
    (['least', 'most'] as const).map(size => ({
      action,
      payload: samplePayload(schemas[`${action}Request`] ?? {}, size),
    })),
  )
}
