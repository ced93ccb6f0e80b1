import type { FrameProtocol } from './parsed-frame.ts'

export interface FrameSample {
  /** Its text is at `gateway.parse.sample.<key>`. */
  key: string
  protocol: FrameProtocol
  text: string
  keys?: Readonly<Record<'dataSecret' | 'dataSecretIv' | 'sigSecret', string>>
}

/** Sample frames for the parser, made by the product's own encoders for piles, meters and partners that do not exist. */
export const FRAME_SAMPLES: readonly FrameSample[] = [
  {
    key: 'ocppStart',
    protocol: 'ocpp1.6',
    text: '[2,"8842","StartTransaction",{"connectorId":1,"idTag":"04A1B2C3D4","meterStart":1234567,"timestamp":"2026-11-20T06:30:15Z"}]',
  },
  {
    key: 'ocppEvent',
    protocol: 'ocpp2.0.1',
    text: '[2,"e-17","TransactionEvent",{"eventType":"Updated","timestamp":"2026-11-20T06:45:00Z","triggerReason":"MeterValuePeriodic","seqNo":4,"transactionInfo":{"transactionId":"T-42","chargingState":"Charging"},"evse":{"id":1,"connectorId":1},"meterValue":[{"timestamp":"2026-11-20T06:45:00Z","sampledValue":[{"value":14237.5,"measurand":"Energy.Active.Import.Register","unitOfMeasure":{"unit":"Wh"}}]}]}]',
  },
  {
    key: 'ykcRealtime',
    protocol: 'ykc',
    text: '68 40 01 02 00 13 86 02 01 00 00 01 23 01 26 11 20 14 30 15 00 42 86 02 01 00 00 01 23 01 03 00 01 B5 0F B3 04 5B 00 00 00 00 00 00 00 00 3F 54 12 00 1B 00 27 2C 02 00 27 2C 02 00 00 D3 02 00 00 00 78 3A',
  },
  {
    key: 'ykcBill',
    protocol: 'ykc',
    text: '68 A2 01 03 00 3B 86 02 01 00 00 01 23 01 26 11 20 14 30 15 00 42 86 02 01 00 00 01 23 01 98 3A 1E 0E 14 0B 1A 40 9C 15 0F 14 0B 1A 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40 90 02 00 08 E2 01 00 08 E2 01 00 D0 29 03 00 D0 FB 01 00 60 5B 03 00 60 5B 03 00 30 5D 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 4E 61 BC 00 00 B6 9E C1 00 00 68 3D 05 00 68 3D 05 00 00 87 07 00 4C 57 59 54 45 53 54 56 49 4E 30 30 30 30 30 34 32 01 28 A0 15 0F 14 0B 1A 41 00 00 00 00 00 00 00 00 5F 44',
  },
  {
    key: 'ykcChecksums',
    protocol: 'ykc',
    text: '68 0D 01 04 00 03 86 02 01 00 00 01 23 01 00 73 2A\n68 0D 01 04 00 03 86 02 01 00 00 01 23 01 00 2A 29',
  },
  {
    key: 'dnyControl',
    protocol: 'dny',
    text: '44 4E 59 27 00 42 00 A1 04 17 00 82 02 F4 01 00 00 01 01 1E 00 57 59 32 36 31 31 32 30 30 30 30 30 30 30 34 32 A0 8C E8 03 00 22 09\n44 4E 59 10 00 42 00 A1 04 18 00 21 D7 08 02 00 01 18 55 6A 03',
  },
  {
    key: 'meterBlock',
    protocol: 'dlt645',
    text: 'FE FE FE FE 68 42 00 20 11 26 20 68 91 18 33 32 34 33 AB 89 67 45 83 33 53 34 5B 33 63 37 33 89 87 37 33 33 63 35 BB 16',
  },
  {
    key: 'cecOrder',
    protocol: 'tcec102',
    text: '{"OperatorID":"395800042","Data":"mfPRLnBQrjUgmzlwUkLNwifV4Fd+7dwkiJefA/1Jfp+4rDEwdQaTqYVbzth0Q/6zQ0hPlgDv7qtOCs8gO0HxL5JSwtDpxrOCa6Qy3QcQDwkGHMdgVZ+FhtaWVwVVgi6Tax5f3yu7N1owBv8BVb2gtZNBD1uMwZCytALBjfFEJoGYaoknG45gdm3tYPU0Ile/UzpTXtfC1qny3VxVeMd9HUNRntdaVPx4rzzROywungF6r5mzQeWDnMX+VJKd0eSF9y/kis4jUuEQUy7cQY7fcLjxkvaIx90sOe2IyPq/fOuDg6NAtJgrEZdeKJL2AoWAHa6ZHoskCTjmHJUsJ+a1K7aoPSg/fnmO4MqtgxxkOUk=","TimeStamp":"20261120152150","Seq":"0001","Sig":"77DE1543A6A69B6F054FA7020C95A115"}',
    keys: { dataSecret: 'wattyard-sample1', dataSecretIv: 'wattyard-sample2', sigSecret: 'wattyard-sample3' },
  },
  {
    key: 'modbusTcp',
    protocol: 'modbusTcp',
    text: '00 2A 00 00 00 06 01 04 00 34 00 04\n00 2A 00 00 00 0B 01 04 08 43 66 80 00 00 00 27 10\n00 2B 00 00 00 03 01 84 02',
  },
  {
    key: 'modbusRtu',
    protocol: 'modbusRtu',
    text: '11 03 00 6B 00 03 76 87\n11 03 06 AE 41 56 52 43 40 49 AD\n11 05 00 AC FF 00 4E 8B',
  },
]
