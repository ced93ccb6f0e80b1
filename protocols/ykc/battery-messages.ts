import { coded, hexBytes, uint } from '@wattyard/byte-frame'
import * as codes from './codes.ts'
import { bmsAmpere, cellVolt, celsius, minutes, session, soc, text, volt } from './shared-fields.ts'

const abort = { reason: hexBytes(1), fault: hexBytes(2), error: hexBytes(1) }

/** Messages of the battery relayed by the pile, as in GB/T 27930-2015. Billing does not use them. */
export const BATTERY_MESSAGES = {
  handshake: {
    type: 0x15,
    direction: 'up',
    layout: {
      ...session,
      bmsVersion: hexBytes(3),
      batteryType: uint(1),
      capacity: uint(2, { unit: 'Ah', decimals: 1 }),
      ratedVoltage: volt,
      batteryMaker: text(4),
      batteryNumber: uint(4),
      productionYear: uint(1, { offset: 1985 }),
      productionMonth: uint(1),
      productionDay: uint(1),
      chargeCount: uint(3),
      ownership: uint(1),
      reserved: hexBytes(1),
      vin: text(17),
      bmsSoftware: hexBytes(8),
    },
  },
  parameters: {
    type: 0x17,
    direction: 'up',
    layout: {
      ...session,
      maxCellVoltage: cellVolt,
      maxCurrent: bmsAmpere,
      batteryEnergy: uint(2, { unit: 'kWh', decimals: 1 }),
      maxVoltage: volt,
      maxTemperature: celsius,
      soc: uint(2, { unit: '%', decimals: 1 }),
      batteryVoltage: volt,
      pileMaxVoltage: volt,
      pileMinVoltage: volt,
      pileMaxCurrent: bmsAmpere,
      pileMinCurrent: bmsAmpere,
    },
  },
  'charge-end': {
    type: 0x19,
    direction: 'up',
    layout: {
      ...session,
      soc,
      minCellVoltage: cellVolt,
      maxCellVoltage: cellVolt,
      minTemperature: celsius,
      maxTemperature: celsius,
      minutes,
      energy: uint(2, { unit: 'kWh', decimals: 1 }),
      chargerNumber: hexBytes(4),
    },
  },
  errors: { type: 0x1b, direction: 'up', layout: { ...session, bmsErrors: hexBytes(4), chargerErrors: hexBytes(4) } },
  'bms-abort': { type: 0x1d, direction: 'up', layout: { ...session, ...abort } },
  'charger-abort': { type: 0x21, direction: 'up', layout: { ...session, ...abort } },
  demand: {
    type: 0x23,
    direction: 'up',
    layout: {
      ...session,
      demandVoltage: volt,
      demandCurrent: bmsAmpere,
      chargeMode: coded(1, 'ykc.chargeMode', codes.CHARGE_MODE),
      batteryVoltage: volt,
      batteryCurrent: bmsAmpere,
      // Twelve bits of 0.01 V and four bits of the group.
      maxCellVoltageAndGroup: hexBytes(2),
      soc,
      remaining: minutes,
      voltage: volt,
      current: bmsAmpere,
      minutes,
    },
  },
  'bms-info': {
    type: 0x25,
    direction: 'up',
    layout: {
      ...session,
      maxVoltageCell: uint(1, { offset: 1 }),
      maxTemperature: celsius,
      maxTemperatureProbe: uint(1, { offset: 1 }),
      minTemperature: celsius,
      minTemperatureProbe: uint(1, { offset: 1 }),
      // Eight values of two bits each; the layout keeps them as two bytes.
      batteryFlags: hexBytes(2),
    },
  },
} as const
