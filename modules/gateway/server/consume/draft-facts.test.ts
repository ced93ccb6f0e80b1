import type * as frame from '@wattyard/ocpp-frame'
import { expectTypeOf, test } from 'vitest'
import type * as contract from '../../contract/facts.ts'

/**
 * A codec may not know a module, and a contract room may not know a codec: so the neutral words are written down on
 * both sides of that border. Here, where both are in sight, the compiler holds them equal.
 */
test('drafts and facts use the same words', () => {
  expectTypeOf<frame.ClockVerdict>().toEqualTypeOf<contract.ClockVerdict>()
  expectTypeOf<frame.ConnectorState>().toEqualTypeOf<contract.ConnectorState>()
  expectTypeOf<frame.StartMethod>().toEqualTypeOf<contract.StartMethod>()
  expectTypeOf<frame.StartVerdict>().toEqualTypeOf<contract.StartVerdict>()
  expectTypeOf<frame.Sample>().toEqualTypeOf<contract.Sample>()
  expectTypeOf<frame.DraftFact['kind']>().toEqualTypeOf<contract.Fact['kind']>()
})

/** What the pile told: without the envelope of the fact and the device time of the draft. */
type Told<F> = Omit<F, keyof contract.FactBase>

test('a fact that needs no session says what its draft said', () => {
  expectTypeOf<Told<frame.DraftPileBooted>>().toEqualTypeOf<Told<contract.PileBooted>>()
  expectTypeOf<Told<frame.DraftConnectorStatus>>().toEqualTypeOf<Told<contract.ConnectorStatus>>()
  expectTypeOf<Told<frame.DraftFaultRaised>>().toEqualTypeOf<Told<contract.FaultRaised>>()
  expectTypeOf<Told<frame.DraftFirmwareReported>>().toEqualTypeOf<Told<contract.FirmwareReported>>()
  expectTypeOf<Told<frame.DraftDiagnosticsReported>>().toEqualTypeOf<Told<contract.DiagnosticsReported>>()
})

/** Without what the gateway finds out or decides, and what the first stored facts did not have yet. */
type ToldInSession<F> = Omit<
  F,
  keyof contract.FactBase | 'sessionId' | 'transactionId' | 'connector' | 'verdict' | 'remoteStartId'
>

test('a fact of a session adds to its draft only what the gateway knows', () => {
  expectTypeOf<ToldInSession<frame.DraftSessionStarted>>().toEqualTypeOf<ToldInSession<contract.SessionStarted>>()
  expectTypeOf<ToldInSession<frame.DraftSessionStopped>>().toEqualTypeOf<ToldInSession<contract.SessionStopped>>()
  expectTypeOf<ToldInSession<Omit<frame.DraftMeterRead, 'tag' | 'begins'>>>().toEqualTypeOf<
    ToldInSession<Omit<contract.MeterRead, 'tag'>>
  >()
})
