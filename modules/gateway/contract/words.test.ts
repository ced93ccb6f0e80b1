import { describe, expect, test } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import zh from '../locales/zh.json' with { type: 'json' }

describe.each([
  ['zh', zh],
  ['en', en],
  ['es', es],
])('words in %s', (_language, words) => {
  const { connector, command, frame } = words.gateway

  test('name every error of a connector (OCPP 1.6 ChargePointErrorCode)', () => {
    const codes = [
      'ConnectorLockFailure EVCommunicationError GroundFailure HighTemperature InternalError LocalListConflict',
      'OtherError OverCurrentFailure OverVoltage PowerMeterFailure PowerSwitchFailure ReaderFailure ResetFailure',
      'UnderVoltage WeakSignal',
    ].flatMap(line => line.split(' '))
    expect(codes.filter(code => !(code in connector.errorValue))).toEqual([])
  })

  test('name what piles answer to commands, as the state beside it is called', () => {
    const same = {
      Accepted: 'accepted',
      Rejected: 'rejected',
      Scheduled: 'scheduled',
      RebootRequired: 'reboot-required',
      NotSupported: 'not-supported',
    } as const
    for (const [word, state] of Object.entries(same))
      expect(command.detailValue).toHaveProperty(word, command.stateValue[state])
    expect(command.detailValue).toMatchObject({
      UnlockFailed: expect.any(String),
      OngoingAuthorizedTransaction: expect.any(String),
    })
  })

  test('name why a frame was not taken', () => {
    const problems = 'not-json not-expected repeated held forbidden-character message-id-reused timed-out cut consumer'
    expect(problems.split(' ').filter(problem => !(problem in frame.problemValue))).toEqual([])
  })
})
