import type { ConfigurationValue } from '@wattyard/ocpp-frame'

export type SetOutcome = 'accepted' | 'reboot-required' | 'rejected' | 'unknown'

/** Configuration of a virtual pile under the names of its OCPP version. */
export interface Configuration {
  list(): ConfigurationValue[]
  get(key: string): ConfigurationValue | null
  set(key: string, value: string): SetOutcome
  /** Returns the value of a key as an integer, or the fallback if it is not one. */
  number(key: string, fallback: number): number
}

interface Entry {
  value: string
  readonly: boolean
  /** Accepts only integers from 0. */
  numeric: boolean
  needsReboot: boolean
  /** Can be written but not read. */
  secret?: boolean
}

/** Station key that a pile accepts: printable, 16 to 40 characters. */
const KEY = /^[!-~]{16,40}$/

const ro = (value: string): Entry => ({ value, readonly: true, numeric: false, needsReboot: false })
const rw = (value: string): Entry => ({ value, readonly: false, numeric: /^\d+$/.test(value), needsReboot: false })
const secret = (): Entry => ({ value: '', readonly: false, numeric: false, needsReboot: false, secret: true })
const reboot = (value: string): Entry => ({ ...rw(value), needsReboot: true })

/** Returns the required keys of the core profile (OCPP 1.6 §9.1) with the values of a simple pile. */
export function configuration16(connectors: number, meterInterval_s: number): Configuration {
  return configuration({
    AllowOfflineTxForUnknownId: rw('false'),
    AuthorizationCacheEnabled: rw('true'),
    // OCPP 1.6 security whitepaper, A00.
    AuthorizationKey: secret(),
    AuthorizeRemoteTxRequests: rw('false'),
    ClockAlignedDataInterval: rw('0'),
    ConnectionTimeOut: rw('60'),
    GetConfigurationMaxKeys: ro('100'),
    HeartbeatInterval: rw('300'),
    LocalAuthorizeOffline: rw('true'),
    LocalPreAuthorize: rw('false'),
    MeterValuesAlignedData: rw('Energy.Active.Import.Register'),
    MeterValuesSampledData: rw(
      'Energy.Active.Import.Register,Power.Active.Import,Current.Import,Voltage,SoC,Temperature',
    ),
    MeterValueSampleInterval: rw(String(meterInterval_s)),
    NumberOfConnectors: ro(String(connectors)),
    ResetRetries: rw('3'),
    StopTransactionOnEVSideDisconnect: ro('true'),
    StopTransactionOnInvalidId: rw('true'),
    StopTxnAlignedData: rw(''),
    StopTxnSampledData: rw(''),
    SupportedFeatureProfiles: ro('Core,FirmwareManagement,RemoteTrigger'),
    TransactionMessageAttempts: rw('3'),
    TransactionMessageRetryInterval: rw('10'),
    UnlockConnectorOnEVSideDisconnect: rw('true'),
    WebSocketPingInterval: reboot('60'),
  })
}

/** Returns the same configuration in the device model of OCPP 2.0.1. */
export function configuration201(connectors: number, meterInterval_s: number): Configuration {
  return configuration({
    'AuthCtrlr.AuthorizeRemoteStart': rw('false'),
    'AuthCtrlr.LocalAuthorizeOffline': rw('true'),
    'AuthCtrlr.LocalPreAuthorize': rw('false'),
    'ChargingStation.AvailabilityState': ro('Available'),
    'ChargingStation.SupplyPhases': ro('3'),
    'OCPPCommCtrlr.HeartbeatInterval': rw('300'),
    'OCPPCommCtrlr.MessageAttempts(TransactionEvent)': rw('3'),
    'OCPPCommCtrlr.NetworkConfigurationPriority': reboot('1'),
    'OCPPCommCtrlr.WebSocketPingInterval': reboot('60'),
    'SampledDataCtrlr.TxEndedMeasurands': rw('Energy.Active.Import.Register'),
    'SampledDataCtrlr.TxUpdatedInterval': rw(String(meterInterval_s)),
    'SampledDataCtrlr.TxUpdatedMeasurands': rw('Energy.Active.Import.Register,Power.Active.Import,SoC'),
    'SecurityCtrlr.BasicAuthPassword': secret(),
    'SmartChargingCtrlr.Entries': ro(String(connectors)),
    'TxCtrlr.EVConnectionTimeOut': rw('60'),
    'TxCtrlr.StopTxOnEVSideDisconnect': ro('true'),
    'TxCtrlr.TxStartPoint': rw('PowerPathClosed'),
  })
}

function configuration(initial: Record<string, Entry>): Configuration {
  const entries = new Map(Object.entries(initial))
  const shown = (key: string, entry: Entry): ConfigurationValue => ({
    key,
    value: entry.value,
    readonly: entry.readonly,
  })
  return {
    list: () => [...entries].flatMap(([key, entry]) => (entry.secret ? [] : [shown(key, entry)])),
    get: key => {
      const entry = entries.get(key)
      return entry === undefined || entry.secret ? null : shown(key, entry)
    },
    set: (key, value) => {
      const entry = entries.get(key)
      if (entry === undefined) return 'unknown'
      if (entry.secret && !KEY.test(value)) return 'rejected'
      if (entry.readonly || (entry.numeric && !/^\d{1,9}$/.test(value))) return 'rejected'
      entry.value = value
      return entry.needsReboot ? 'reboot-required' : 'accepted'
    },
    number: (key, fallback) => {
      const value = entries.get(key)?.value ?? ''
      return /^\d{1,9}$/.test(value) ? Number(value) : fallback
    },
  }
}
