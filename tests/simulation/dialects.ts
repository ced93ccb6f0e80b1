import { type EvseLayout, placeOfConnector } from '@wattyard/assets/contract'
import type { PhysicalSession } from './physical-session.ts'

/** One measured moment as a pile reports it. */
export interface Measured {
  stamp: string
  register_wh: number
  power_w: number
}

export type Protocol = 'ocpp1.6' | 'ocpp2.0.1'

export interface Frame {
  action: string
  payload: Record<string, unknown>
}

/** How a pile of one version says what it has to say. */
export interface Dialect {
  boot(vendor: string): Frame
  status(connector: number, state: 'idle' | 'charging' | 'finishing', stamp: string): Frame
  authorize(tag: string): Frame
  /** Sent when it happens or, when `late`, marked as recorded offline. */
  start(session: PhysicalSession, late: boolean): Frame
  meter(session: PhysicalSession, measured: Measured, wireId: string | null, late: boolean): Frame
  stop(session: PhysicalSession, wireId: string | null, reason: string, late: boolean): Frame
  /** The tag's status in an answer to a start or an authorisation; null when it says nothing. */
  verdict(answer: Record<string, unknown>): string | null
  wireId(answer: Record<string, unknown>): string | null
}

const STATUS_16 = { idle: 'Available', charging: 'Charging', finishing: 'Finishing' } as const
const STATUS_201 = { idle: 'Available', charging: 'Occupied', finishing: 'Occupied' } as const

const statusIn = (info: unknown): string | null =>
  typeof info === 'object' && info !== null && 'status' in info ? String(info.status) : null

const ocpp16: Dialect = {
  boot: vendor => ({
    action: 'BootNotification',
    payload: { chargePointVendor: vendor, chargePointModel: 'SIM-16', firmwareVersion: '1.0' },
  }),
  status: (connectorId, state, timestamp) => ({
    action: 'StatusNotification',
    payload: { connectorId, errorCode: 'NoError', status: STATUS_16[state], timestamp },
  }),
  authorize: idTag => ({ action: 'Authorize', payload: { idTag } }),
  start: session => ({
    action: 'StartTransaction',
    payload: {
      connectorId: session.connector,
      idTag: session.tag,
      meterStart: session.meterStart_wh,
      timestamp: session.startStamp,
    },
  }),
  meter: (session, { stamp, register_wh, power_w }, wireId) => ({
    action: 'MeterValues',
    payload: {
      connectorId: session.connector,
      ...(wireId === null ? {} : { transactionId: Number(wireId) }),
      meterValue: [
        {
          timestamp: stamp,
          sampledValue: [
            { value: String(register_wh), unit: 'Wh', context: 'Sample.Periodic' },
            { value: String(power_w), unit: 'W', measurand: 'Power.Active.Import' },
          ],
        },
      ],
    },
  }),
  stop: (session, wireId, reason) => ({
    action: 'StopTransaction',
    payload: {
      transactionId: Number(wireId ?? -1),
      idTag: session.tag,
      meterStop: session.meterStop_wh,
      timestamp: session.stopStamp,
      reason,
    },
  }),
  verdict: answer => statusIn(answer.idTagInfo),
  wireId: answer => (typeof answer.transactionId === 'number' ? String(answer.transactionId) : null),
}

function event(
  session: PhysicalSession,
  eventType: 'Started' | 'Updated' | 'Ended',
  evse: object,
  given: { measured: Measured; context: string; trigger: string; late: boolean; more?: object; info?: object },
): Frame {
  const { measured, context, trigger, late, more = {}, info = {} } = given
  return {
    action: 'TransactionEvent',
    payload: {
      eventType,
      timestamp: measured.stamp,
      triggerReason: trigger,
      seqNo: session.seqNo++,
      ...(late ? { offline: true } : {}),
      transactionInfo: { transactionId: session.wireId ?? '', ...info },
      evse,
      meterValue: [
        {
          timestamp: measured.stamp,
          sampledValue: [
            { value: measured.register_wh, context, unitOfMeasure: { unit: 'Wh' } },
            { value: measured.power_w, context, measurand: 'Power.Active.Import', unitOfMeasure: { unit: 'W' } },
          ],
        },
      ],
      ...more,
    },
  }
}

function numbersOf(connector: number, layout: EvseLayout) {
  const { evse, connector: connectorId } = placeOfConnector(connector, layout)
  return { evseId: evse, connectorId }
}

function placeOf({ connector }: PhysicalSession, layout: EvseLayout) {
  const { evseId, connectorId } = numbersOf(connector, layout)
  return { id: evseId, connectorId }
}

/** What a status says of its place, as it stands in the frame. */
export function placeInStatus(protocol: Protocol, connector: number, layout: EvseLayout): string {
  const numbers = protocol === 'ocpp1.6' ? { connectorId: connector } : numbersOf(connector, layout)
  return `${JSON.stringify(numbers).slice(1, -1)},`
}

/** 2.0.1 counts EVSEs and the connectors of each; the connector is said with the beginning and the end. */
const ocpp201 = (layout: EvseLayout): Dialect => ({
  boot: vendorName => ({
    action: 'BootNotification',
    payload: { reason: 'PowerUp', chargingStation: { vendorName, model: 'SIM-201', firmwareVersion: '1.0' } },
  }),
  status: (connector, state, timestamp) => ({
    action: 'StatusNotification',
    payload: { ...numbersOf(connector, layout), connectorStatus: STATUS_201[state], timestamp },
  }),
  authorize: idToken => ({ action: 'Authorize', payload: { idToken: { idToken, type: 'ISO14443' } } }),
  start: (session, late) =>
    event(session, 'Started', placeOf(session, layout), {
      measured: { stamp: session.startStamp, register_wh: session.meterStart_wh, power_w: 0 },
      context: 'Transaction.Begin',
      trigger: 'Authorized',
      late,
      more: { idToken: { idToken: session.tag, type: 'ISO14443' } },
      info: { chargingState: 'Charging' },
    }),
  meter: (session, measured, _wireId, late) =>
    event(
      session,
      'Updated',
      { id: placeOf(session, layout).id },
      { measured, context: 'Sample.Periodic', trigger: 'MeterValuePeriodic', late },
    ),
  stop: (session, _wireId, stoppedReason, late) =>
    event(session, 'Ended', placeOf(session, layout), {
      measured: { stamp: session.stopStamp ?? '', register_wh: session.meterStop_wh ?? 0, power_w: 0 },
      context: 'Transaction.End',
      trigger: 'StopAuthorized',
      late,
      info: { stoppedReason },
    }),
  verdict: answer => statusIn(answer.idTokenInfo),
  wireId: () => null,
})

export const dialectOf = (protocol: Protocol, layout: EvseLayout): Dialect =>
  protocol === 'ocpp1.6' ? ocpp16 : ocpp201(layout)
