/** Members of a JSON object as received. */
export type Members = Readonly<Record<string, unknown>>

/** `ask`: the user platform calls the operator's platform; `tell`: the operator's platform calls the user platform. */
export interface Interface {
  readonly way: 'ask' | 'tell' | 'both'
  /** Required members, spelt as in the standard. */
  readonly required: readonly string[]
}

/**
 * Interfaces of T/CEC 102-2016 with the required members of a request. `guessInterface` tries them in this order: the most
 * distinctive first.
 */
export const INTERFACES = {
  query_token: { way: 'both', required: ['OperatorID', 'OperatorSecret'] },
  notification_charge_order_info: {
    way: 'tell',
    required: [
      'StartChargeSeq',
      'ConnectorID',
      'StartTime',
      'EndTime',
      'TotalPower',
      'TotalElecMoney',
      'TotalSeviceMoney',
      'TotalMoney',
      'StopReason',
    ],
  },
  check_charge_orders: {
    way: 'both',
    required: [
      'CheckOrderSeq',
      'StartTime',
      'EndTime',
      'OrderCount',
      'TotalOrderPower',
      'TotalOrderMoney',
      'ChargeOrders',
    ],
  },
  notification_equip_charge_status: {
    way: 'tell',
    required: [
      'StartChargeSeq',
      'StartChargeSeqStat',
      'ConnectorID',
      'ConnectorStatus',
      'StartTime',
      'EndTime',
      'TotalPower',
    ],
  },
  notification_stop_charge_result: {
    way: 'tell',
    required: ['StartChargeSeq', 'StartChargeSeqStat', 'ConnectorID', 'SuccStat', 'FailReason'],
  },
  notification_start_charge_result: {
    way: 'tell',
    required: ['StartChargeSeq', 'StartChargeSeqStat', 'ConnectorID', 'StartTime'],
  },
  query_start_charge: { way: 'ask', required: ['StartChargeSeq', 'ConnectorID', 'QRCode'] },
  query_stop_charge: { way: 'ask', required: ['StartChargeSeq', 'ConnectorID'] },
  query_equip_charge_status: { way: 'ask', required: ['StartChargeSeq'] },
  query_equip_auth: { way: 'ask', required: ['EquipAuthSeq', 'ConnectorID'] },
  query_equip_business_policy: { way: 'ask', required: ['EquipBizSeq', 'ConnectorID'] },
  notification_stationStatus: { way: 'tell', required: ['ConnectorStatusInfo'] },
  query_station_stats: { way: 'ask', required: ['StationID', 'StartTime', 'EndTime'] },
  query_station_status: { way: 'ask', required: ['StationIDs'] },
  query_stations_info: { way: 'ask', required: [] },
} as const satisfies Readonly<Record<string, Interface>>

export type InterfaceName = keyof typeof INTERFACES
export const isInterface = (name: string): name is InterfaceName => Object.hasOwn(INTERFACES, name)

/** Guesses the interface by its required members, for a message without an address. */
export function guessInterface(members: Members): InterfaceName | null {
  const names = Object.keys(INTERFACES) as InterfaceName[] // the table's own keys
  const found = names.find(name => {
    const { required } = INTERFACES[name]
    return required.length > 0 && required.every(key => Object.hasOwn(members, key))
  })
  if (found) return found
  return 'PageNo' in members || 'LastQueryTime' in members ? 'query_stations_info' : null
}

export function missingMembers(name: InterfaceName, members: Members): string[] {
  return INTERFACES[name].required.filter(key => !Object.hasOwn(members, key))
}

/** Right English that is wrong here: the standard leaves out a letter. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ServicePrice: 'SevicePrice',
  ServiceMoney: 'SeviceMoney',
  DetailServiceMoney: 'DetailSeviceMoney',
  TotalServiceMoney: 'TotalSeviceMoney',
  BusinessHours: 'BusineHours',
}
const MAX_VISITED = 20_000

/** Members spelt as correct English instead of as in the standard, each once. */
export function otherSpellings(value: unknown): { found: string; expected: string }[] {
  const seen = new Map<string, string>()
  const open: unknown[] = [value]
  for (let visited = 0; open.length > 0 && visited < MAX_VISITED; visited++) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const [key, inner] of Object.entries(one)) {
      const expected = SPELLINGS[key]
      if (expected !== undefined) seen.set(key, expected)
      open.push(inner)
    }
  }
  return [...seen].map(([found, expected]) => ({ found, expected }))
}
