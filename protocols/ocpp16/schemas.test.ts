import * as published from 'typed-ocpp/dist/ocpp16/schemas.js'
import { describe, expect, it } from 'vitest'
import { isAction, schemaCheck } from './codec.ts'

describe('schemas', () => {
  it('of every published action compile in both directions', () => {
    const names = Object.keys(published).filter(name => name.endsWith('Request'))
    expect(names).toHaveLength(39)
    for (const name of names) {
      const action = name.replace(/Request$/, '')
      if (!isAction(action)) throw new Error(action)
      expect(schemaCheck(action, 'Request')).toBe(schemaCheck(action, 'Request'))
      expect(schemaCheck(action, 'Response')([])).toMatchObject({ keyword: 'type' })
    }
  })

  it('know dates, places and tenths of an ampere', () => {
    const profile = (limit: number) => ({
      connectorId: 1,
      csChargingProfiles: {
        chargingProfileId: 1,
        stackLevel: 0,
        chargingProfilePurpose: 'TxDefaultProfile',
        chargingProfileKind: 'Absolute',
        chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit }] },
      },
    })
    expect(schemaCheck('SetChargingProfile', 'Request')(profile(8.1))).toBeNull()
    expect(schemaCheck('SetChargingProfile', 'Request')(profile(8.15))).toMatchObject({ keyword: 'multipleOf' })
    expect(
      schemaCheck('UpdateFirmware', 'Request')({ location: 'here', retrieveDate: '2026-11-20T08:00:00Z' }),
    ).toMatchObject({ keyword: 'format' })
    expect(
      schemaCheck('UpdateFirmware', 'Request')({ location: 'ftp://a/b', retrieveDate: '2026-11-20' }),
    ).toMatchObject({ keyword: 'format' })
  })
})
