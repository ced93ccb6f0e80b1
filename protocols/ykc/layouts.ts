import { ascii, bits, coded, cp56Time, digits, hexBytes, repeat, uint } from '@wattyard/byte-frame'
import { BATTERY_MESSAGES } from './battery-messages.ts'
import * as codes from './codes.ts'
import { ampere, balance, celsius, gun, kwh, minutes, pile, price, session, soc, text, volt } from './shared-fields.ts'

/** Half hours of a day by their beginning. */
const SLOTS = Array.from({ length: 48 }, (_, i) => `${String(i >> 1).padStart(2, '0')}:${i % 2 ? '30' : '00'}`)
const RATES = ['tip', 'peak', 'flat', 'valley'] as const

/** Prices of four rates and the rate of each half hour. The platform decides what each rate means. */
const model = {
  ...pile,
  model: digits(2),
  rates: repeat(RATES, { electricityPrice: price, servicePrice: price }),
  lossPercent: uint(1, { unit: '%' }),
  slots: repeat(SLOTS, { rate: coded(1, 'ykc.rate', codes.RATE) }),
}
const startAsked = {
  ...gun,
  mode: coded(1, 'ykc.askedBy', codes.ASKED_BY),
  needsPassword: coded(1, 'yesNo', codes.YES_NO),
  card: hexBytes(8),
  passwordHash: hexBytes(16),
  // The only VIN of the protocol that is sent in reverse.
  vin: ascii(17, { reversed: true }),
}
const startDecided = {
  ...session,
  logicCard: hexBytes(8),
  balance,
  authorised: coded(1, 'yesNo', codes.YES_NO),
  refusal: coded(1, 'ykc.startRefusal', codes.START_REFUSAL),
}
const startResult = {
  ...session,
  result: coded(1, 'ykc.done', codes.DONE),
  failure: coded(1, 'ykc.startFailure', codes.START_FAILURE),
}
const start = { ...session, logicCard: hexBytes(8), card: hexBytes(8), balance }
const parallel = { role: coded(1, 'ykc.gunRole', codes.GUN_ROLE), parallelNumber: digits(6) }
const cardList = { cards: uint(1) }
const byCard = repeat({ by: 'cards' }, { card: hexBytes(8) })
const done = { result: coded(1, 'ykc.done', codes.DONE) }
const filler = { reserved: hexBytes(4) }

/** Direction: `up` from the pile, `down` from the platform. */
export interface YkcMessageKind {
  readonly type: number
  readonly direction: 'up' | 'down'
}

/** Every message type whose body is known. Names are paired: `x` and `x-answer`. */
export const MESSAGES = {
  login: {
    type: 0x01,
    direction: 'up',
    layout: {
      ...pile,
      kind: coded(1, 'ykc.kind', codes.KIND),
      guns: uint(1),
      // Ten times the version: 15 is V1.5.
      protocolVersion: uint(1, { decimals: 1 }),
      firmware: text(8),
      network: coded(1, 'ykc.network', codes.NETWORK),
      sim: digits(10),
      carrier: coded(1, 'ykc.carrier', codes.CARRIER),
    },
  },
  'login-answer': { type: 0x02, direction: 'down', layout: { ...pile, result: coded(1, 'ykc.login', codes.LOGIN) } },
  heartbeat: { type: 0x03, direction: 'up', layout: { ...gun, state: coded(1, 'ykc.health', codes.HEALTH) } },
  'heartbeat-answer': { type: 0x04, direction: 'down', layout: { ...gun, answer: uint(1) } },
  'model-check': { type: 0x05, direction: 'up', layout: { ...pile, model: digits(2) } },
  'model-check-answer': {
    type: 0x06,
    direction: 'down',
    layout: { ...pile, model: digits(2), result: coded(1, 'ykc.model', codes.MODEL) },
  },
  'model-request': { type: 0x09, direction: 'up', layout: pile },
  'model-request-answer': { type: 0x0a, direction: 'down', layout: model },
  'realtime-request': { type: 0x12, direction: 'down', layout: gun },
  realtime: {
    type: 0x13,
    direction: 'up',
    layout: {
      ...session,
      state: coded(1, 'ykc.state', codes.STATE),
      returned: coded(1, 'ykc.returned', codes.RETURNED),
      plugged: coded(1, 'yesNo', codes.YES_NO),
      voltage: volt,
      current: ampere,
      cableTemperature: celsius,
      cable: hexBytes(8),
      soc,
      batteryTemperature: celsius,
      minutes,
      remaining: minutes,
      energy: kwh,
      lossEnergy: kwh,
      amount: uint(4, { unit: 'CNY', decimals: 4 }),
      hardware: bits(2, 'ykc.hardware', codes.HARDWARE),
    },
  },
  ...BATTERY_MESSAGES,
  'start-asked': { type: 0x31, direction: 'up', layout: startAsked },
  'start-asked-answer': { type: 0x32, direction: 'down', layout: startDecided },
  'start-answer': { type: 0x33, direction: 'up', layout: startResult },
  start: { type: 0x34, direction: 'down', layout: start },
  'stop-answer': {
    type: 0x35,
    direction: 'up',
    layout: {
      ...gun,
      result: coded(1, 'ykc.done', codes.DONE),
      failure: coded(1, 'ykc.stopFailure', codes.STOP_FAILURE),
    },
  },
  stop: { type: 0x36, direction: 'down', layout: gun },
  bill: {
    type: 0x3b,
    direction: 'up',
    layout: {
      ...session,
      startTime: cp56Time(),
      endTime: cp56Time(),
      // Electricity and service in one price.
      rates: repeat(RATES, {
        price,
        energy: kwh,
        lossEnergy: kwh,
        amount: uint(4, { unit: 'CNY', decimals: 4 }),
      }),
      meterStart: uint(5, { unit: 'kWh', decimals: 4 }),
      meterEnd: uint(5, { unit: 'kWh', decimals: 4 }),
      energy: kwh,
      lossEnergy: kwh,
      amount: uint(4, { unit: 'CNY', decimals: 4 }),
      vin: text(17),
      startedBy: coded(1, 'ykc.startedBy', codes.STARTED_BY),
      time: cp56Time(),
      stopReason: coded(1, 'ykc.stop', codes.STOP),
      card: hexBytes(8),
    },
  },
  'bill-answer': {
    type: 0x40,
    direction: 'down',
    layout: { transaction: digits(16), result: coded(1, 'ykc.billResult', codes.BILL_RESULT) },
  },
  'balance-answer': {
    type: 0x41,
    direction: 'up',
    layout: { ...pile, card: hexBytes(8), result: coded(1, 'ykc.balanceResult', codes.BALANCE_RESULT) },
  },
  balance: { type: 0x42, direction: 'down', layout: { ...gun, card: hexBytes(8), balance } },
  'cards-answer': { type: 0x43, direction: 'up', layout: { ...pile, ...done, failure: uint(1) } },
  cards: {
    type: 0x44,
    direction: 'down',
    layout: {
      ...pile,
      ...cardList,
      list: repeat({ by: 'cards' }, { logicCard: hexBytes(8), card: hexBytes(8) }),
    },
  },
  'cards-clear-answer': {
    type: 0x45,
    direction: 'up',
    layout: {
      ...pile,
      list: repeat('rest', { card: hexBytes(8), cleared: coded(1, 'ykc.done', codes.DONE), failure: uint(1) }),
    },
  },
  'cards-clear': { type: 0x46, direction: 'down', layout: { ...pile, ...cardList, list: byCard } },
  'cards-query-answer': {
    type: 0x47,
    direction: 'up',
    layout: { ...pile, list: repeat('rest', { card: hexBytes(8), stored: coded(1, 'yesNo', codes.YES_NO) }) },
  },
  'cards-query': { type: 0x48, direction: 'down', layout: { ...pile, ...cardList, list: byCard } },
  'work-parameters-answer': { type: 0x51, direction: 'up', layout: { ...pile, ...done } },
  'work-parameters': {
    type: 0x52,
    direction: 'down',
    layout: { ...pile, disabled: coded(1, 'yesNo', codes.YES_NO), maxPower: uint(1, { unit: '%' }) },
  },
  'clock-answer': { type: 0x55, direction: 'up', layout: { ...pile, time: cp56Time() } },
  clock: { type: 0x56, direction: 'down', layout: { ...pile, time: cp56Time() } },
  'model-push-answer': { type: 0x57, direction: 'up', layout: { ...pile, ...done } },
  'model-push': { type: 0x58, direction: 'down', layout: model },
  'lock-state': {
    type: 0x61,
    direction: 'up',
    layout: {
      ...gun,
      lockState: coded(1, 'ykc.lockState', codes.LOCK_STATE),
      car: coded(1, 'ykc.lockCar', codes.LOCK_CAR),
      lockBattery: uint(1, { unit: '%' }),
      alarm: coded(1, 'ykc.lockAlarm', codes.LOCK_ALARM),
      ...filler,
    },
  },
  'lock-move': {
    type: 0x62,
    direction: 'down',
    layout: { ...gun, move: coded(1, 'ykc.lockMove', codes.LOCK_MOVE), ...filler },
  },
  'lock-move-answer': { type: 0x63, direction: 'up', layout: { ...gun, ...done, ...filler } },
  'reboot-answer': { type: 0x91, direction: 'up', layout: { ...pile, ...done } },
  reboot: { type: 0x92, direction: 'down', layout: { ...pile, when: coded(1, 'ykc.when', codes.WHEN) } },
  'update-answer': {
    type: 0x93,
    direction: 'up',
    layout: { ...pile, result: coded(1, 'ykc.updateResult', codes.UPDATE_RESULT) },
  },
  update: {
    type: 0x94,
    direction: 'down',
    layout: {
      ...pile,
      kind: hexBytes(1),
      power: uint(2, { unit: 'kW' }),
      host: text(16),
      port: uint(2),
      user: text(16),
      password: text(16),
      path: text(32),
      when: coded(1, 'ykc.when', codes.WHEN),
      timeout: uint(1, { unit: 'min' }),
    },
  },
  'parallel-asked': { type: 0xa1, direction: 'up', layout: { ...startAsked, ...parallel } },
  'parallel-asked-answer': { type: 0xa2, direction: 'down', layout: { ...startDecided, ...parallel } },
  'parallel-start-answer': { type: 0xa3, direction: 'up', layout: { ...startResult, ...parallel } },
  'parallel-start': { type: 0xa4, direction: 'down', layout: { ...start, parallelNumber: digits(6) } },
} as const satisfies Readonly<Record<string, YkcMessageKind & { layout: object }>>

export type YkcName = keyof typeof MESSAGES
