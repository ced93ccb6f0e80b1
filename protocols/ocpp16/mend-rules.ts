import type { MendRules } from '@wattyard/ocpp-frame'

/** Replaces a missing time; the clock rule then uses the receipt time. */
const NO_TIME = '1970-01-01T00:00:00Z'

const UNITS = {
  hertz: null,
  hz: null,
  '%': 'Percent',
  c: 'Celsius',
  '°c': 'Celsius',
  degc: 'Celsius',
  f: 'Fahrenheit',
  '°f': 'Fahrenheit',
  kelvin: 'K',
  amp: 'A',
  amps: 'A',
  volt: 'V',
  volts: 'V',
  watt: 'W',
} as const

/**
 * Corrections in 1.6 that leave no doubt about the meaning. Never added: meter registers, transaction ids, tags of a start other
 * than "none". A reading whose measurand, unit or phase is unknown is dropped: without its unit a megawatt would be a watt,
 * without its measurand a current would be energy.
 */
export const MEND_RULES: MendRules = {
  missing: {
    'StatusNotification/errorCode': 'NoError',
    'StartTransaction/timestamp': NO_TIME,
    'StartTransaction/idTag': '',
    'StopTransaction/timestamp': NO_TIME,
    'meterValue/timestamp': NO_TIME,
    'transactionData/timestamp': NO_TIME,
    'SecurityEventNotification/timestamp': NO_TIME,
    // A configuration key without the flag is shown as writable; the pile refuses to write it if it is not.
    'GetConfiguration.conf/configurationKey/readonly': false,
  },
  words: {
    'StatusNotification/status': {
      occupied: 'Preparing',
      idle: 'Available',
      fault: 'Faulted',
      suspended: 'SuspendedEV',
    },
    'StatusNotification/errorCode': {
      none: 'NoError',
      ok: 'NoError',
      '0': 'NoError',
      mode3error: 'EVCommunicationError',
    },
    'sampledValue/unit': UNITS,
    'sampledValue/measurand': { stateofcharge: 'SoC', soc: 'SoC' },
  },
  unknownWords: {
    'StatusNotification/errorCode': { word: 'OtherError' },
    'StopTransaction/reason': { word: 'Other' },
    'sampledValue/context': { word: 'Other' },
    'sampledValue/location': 'reading',
    'sampledValue/format': 'reading',
    'sampledValue/measurand': 'reading',
    'sampledValue/unit': 'reading',
    'sampledValue/phase': 'reading',
  },
  cut: [
    'StatusNotification/info',
    'StatusNotification/vendorId',
    'StatusNotification/vendorErrorCode',
    'BootNotification/chargePointVendor',
    'BootNotification/chargePointModel',
    'BootNotification/chargePointSerialNumber',
    'BootNotification/chargeBoxSerialNumber',
    'BootNotification/firmwareVersion',
    'BootNotification/iccid',
    'BootNotification/imsi',
    'BootNotification/meterType',
    'BootNotification/meterSerialNumber',
    'SecurityEventNotification/type',
    'SecurityEventNotification/techInfo',
    'GetConfiguration.conf/configurationKey/value',
    'GetConfiguration.conf/configurationKey/key',
    'GetDiagnostics.conf/fileName',
  ],
  decimalIntegers: ['StartTransaction/meterStart', 'StopTransaction/meterStop'],
}
