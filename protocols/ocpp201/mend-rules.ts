import type { MendRules } from '@wattyard/ocpp-frame'

/** Replaces a missing time; the clock rule then uses the receipt time. */
const NO_TIME = '1970-01-01T00:00:00Z'

/**
 * Corrections in 2.0.1 that leave no doubt about the meaning. Never added: transaction ids, sequence numbers, values. Units are
 * free text in 2.0.1, so an unknown one reaches the translation, which keeps the reading as sent.
 */
export const MEND_RULES: MendRules = {
  missing: {
    'TransactionEvent/timestamp': NO_TIME,
    'TransactionEvent/triggerReason': 'AbnormalCondition',
    'StatusNotification/timestamp': NO_TIME,
    'meterValue/timestamp': NO_TIME,
    'SecurityEventNotification/timestamp': NO_TIME,
    'NotifyEvent/eventData/timestamp': NO_TIME,
    'NotifyEvent/generatedAt': NO_TIME,
    'NotifyReport/generatedAt': NO_TIME,
    'BootNotification/reason': 'Unknown',
    'idToken/type': 'Local',
  },
  words: {
    'StatusNotification/connectorStatus': {
      preparing: 'Occupied',
      charging: 'Occupied',
      finishing: 'Occupied',
      suspendedev: 'Occupied',
      suspendedevse: 'Occupied',
    },
    'idToken/type': { rfid: 'ISO14443', iso14443a: 'ISO14443', iso14443b: 'ISO14443' },
    'sampledValue/measurand': { stateofcharge: 'SoC' },
  },
  unknownWords: {
    'BootNotification/reason': { word: 'Unknown' },
    'TransactionEvent/triggerReason': { word: 'AbnormalCondition' },
    'transactionInfo/stoppedReason': { word: 'Other' },
    'transactionInfo/chargingState': null,
    'idToken/type': { word: 'Local' },
    'sampledValue/context': { word: 'Other' },
    'sampledValue/location': 'reading',
    'sampledValue/measurand': 'reading',
    'sampledValue/phase': 'reading',
  },
  cut: [
    'chargingStation/serialNumber',
    'chargingStation/model',
    'chargingStation/vendorName',
    'chargingStation/firmwareVersion',
    'modem/iccid',
    'modem/imsi',
    'SecurityEventNotification/type',
    'SecurityEventNotification/techInfo',
    'eventData/techCode',
    'eventData/techInfo',
    'eventData/actualValue',
    'statusInfo/reasonCode',
    'statusInfo/additionalInfo',
    'variableAttribute/value',
  ],
  decimalIntegers: [],
}
