import { PILE_PROTOCOLS } from '@wattyard/assets/contract'
import { PARSE_PROTOCOLS } from './parsed-frame.ts'
import { MAP_PROTOCOLS, POLLED_PROTOCOLS } from './point-map/point.ts'

/** `spoken`: devices connect to the gateway. `polled`: the gateway queries them. `codec`: only decoding of messages. */
export type ProtocolState = 'spoken' | 'polled' | 'codec'

/** A protocol that the product has a codec of. */
export interface KnownProtocol {
  key: string
  version: string
  /** Transport; the same text in every language. */
  transport: string
  /** Usual port; `own` is the product's own, null when manufacturers agree on none. */
  port: number | 'own' | null
  state: ProtocolState
  /** Whether the message parser can read its messages. */
  isParsed: boolean
  hasMaps: boolean
  /** Publisher and title of the document. */
  document: string
  url: string | null
}

type Described = Pick<KnownProtocol, 'version' | 'transport' | 'port' | 'document' | 'url'>

/** Facts that cannot be derived from code, such as documents. Everything else comes from the gateway's lists. */
const DESCRIBED = {
  ocpp16: {
    version: '1.6J',
    transport: 'WebSocket /ocpp/<id>',
    port: 'own',
    document: 'Open Charge Alliance, OCPP 1.6 edition 2 + Security whitepaper',
    url: 'https://openchargealliance.org/protocols/open-charge-point-protocol/',
  },
  ocpp201: {
    version: '2.0.1',
    transport: 'WebSocket /ocpp/<id>',
    port: 'own',
    document: 'Open Charge Alliance, OCPP 2.0.1 edition 3',
    url: 'https://openchargealliance.org/protocols/open-charge-point-protocol/',
  },
  ykc: { version: 'V1.5 / V1.6', transport: 'TCP', port: null, document: '云快充平台协议', url: null },
  dny: { version: '2.x', transport: 'TCP', port: null, document: 'DNY 电动自行车充电协议', url: null },
  tcec102: { version: '2016', transport: 'HTTPS JSON', port: 443, document: 'T/CEC 102.1–102.4-2016', url: null },
  dlt645: { version: '2007', transport: 'RS-485 / TCP', port: null, document: 'DL/T 645-2007', url: null },
  modbusTcp: {
    version: 'V1.1b3',
    transport: 'TCP',
    port: 502,
    document: 'MODBUS Application Protocol Specification',
    url: 'https://www.modbus.org/specs.php',
  },
} as const satisfies Record<string, Described>

const isAmong = (list: readonly string[], key: string): boolean => list.includes(key)

/** Protocol names of the parser, where they differ from the catalogue's. */
const PARSED_AS: Readonly<Record<string, string>> = { ocpp16: 'ocpp1.6', ocpp201: 'ocpp2.0.1' }

/** Every protocol with a codec in the product. Its state is derived from the gateway's lists. */
export const PROTOCOL_CATALOGUE: readonly KnownProtocol[] = Object.entries(DESCRIBED).map(([key, described]) => ({
  key,
  ...described,
  state: isAmong(PILE_PROTOCOLS, key) ? 'spoken' : isAmong(POLLED_PROTOCOLS, key) ? 'polled' : 'codec',
  isParsed: isAmong(PARSE_PROTOCOLS, PARSED_AS[key] ?? key),
  hasMaps: isAmong(MAP_PROTOCOLS, key),
}))
