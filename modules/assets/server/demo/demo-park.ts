import type { ConnectorKind, CurrentType, PileProtocol } from '../../contract/index.ts'

/*
 * The demo's park: names, addresses, numbers and companies are made up; districts and coordinates
 * (GCJ-02) are plausible for Shenzhen.
 */

export interface DemoModel {
  code: string
  name: string
  manufacturer: string
  currentType: CurrentType
  power_w: number
  connectorCount: number
  connectorsPerEvse: number
  connectorKind: ConnectorKind
  protocol: PileProtocol
}

export const DEMO_MANUFACTURERS = [
  { code: 'LC', name: '岭川电气', reportedAs: 'Lingchuan' },
  { code: 'NY', name: '南屿能源设备', reportedAs: 'NanyuPower' },
  { code: 'QH', name: '青禾充电技术', reportedAs: 'Qinghe' },
] as const

export const DEMO_MODELS = {
  dc60: {
    code: 'LC-DC60',
    name: '岭川 60kW 双枪一体机',
    manufacturer: 'LC',
    currentType: 'dc',
    power_w: 60_000,
    connectorCount: 2,
    connectorsPerEvse: 1,
    connectorKind: 'dcGun',
    protocol: 'ocpp16',
  },
  dc120: {
    code: 'LC-DC120',
    name: '岭川 120kW 双枪一体机',
    manufacturer: 'LC',
    currentType: 'dc',
    power_w: 120_000,
    connectorCount: 2,
    connectorsPerEvse: 1,
    connectorKind: 'dcGun',
    protocol: 'ocpp16',
  },
  dc180: {
    code: 'NY-DC180L',
    name: '南屿 180kW 双枪快充',
    manufacturer: 'NY',
    currentType: 'dc',
    power_w: 180_000,
    connectorCount: 2,
    connectorsPerEvse: 1,
    connectorKind: 'dcGun',
    protocol: 'ocpp201',
  },
  /** One power path with two cables: whichever fits the car. */
  dc180x: {
    code: 'NY-DC180X',
    name: '南屿 180kW 单路双接口快充',
    manufacturer: 'NY',
    currentType: 'dc',
    power_w: 180_000,
    connectorCount: 2,
    connectorsPerEvse: 2,
    connectorKind: 'dcGun',
    protocol: 'ocpp201',
  },
  ac7: {
    code: 'QH-AC7',
    name: '青禾 7kW 交流桩',
    manufacturer: 'QH',
    currentType: 'ac',
    power_w: 7_000,
    connectorCount: 1,
    connectorsPerEvse: 1,
    connectorKind: 'acPlug',
    protocol: 'ocpp16',
  },
} as const satisfies Readonly<Record<string, DemoModel>>

export type DemoModelKey = keyof typeof DEMO_MODELS

export interface DemoStation {
  code: string
  name: string
  /** Which of the demo's operators, from 0. */
  operator: 0 | 1 | 2
  address: string
  areaCode: string
  lng: string
  lat: string
  construction: string
  parkingKind: string
  parkingBays: number
  ratedCapacityKva: number
  commissionedOn: string
  amenities: readonly string[]
  tags: readonly string[]
  piles: Readonly<Partial<Record<DemoModelKey, number>>>
}

export const DEMO_STATIONS: readonly DemoStation[] = [
  {
    code: 'SZ001',
    name: '科苑云帆充电站',
    operator: 0,
    address: '南山区粤海街道云帆路18号地面停车场',
    areaCode: '440305',
    lng: '113.943560',
    lat: '22.540312',
    construction: 'industrialPark',
    parkingKind: 'freeForLimitedTime',
    parkingBays: 24,
    ratedCapacityKva: 800,
    commissionedOn: '2023-04-18',
    amenities: ['toilet', 'shop', 'wifi'],
    tags: ['park', 'flagship'],
    piles: { dc120: 4, ac7: 4 },
  },
  {
    code: 'SZ002',
    name: '中心公园北超充站',
    operator: 0,
    address: '福田区莲花街道望亭路6号',
    areaCode: '440304',
    lng: '114.059871',
    lat: '22.553204',
    construction: 'roadside',
    parkingKind: 'paid',
    parkingBays: 16,
    ratedCapacityKva: 1250,
    commissionedOn: '2024-09-02',
    amenities: ['toilet', 'lounge', 'shelter'],
    tags: ['superFast'],
    piles: { dc180: 3, dc180x: 1, dc120: 2 },
  },
  {
    code: 'SZ003',
    name: '沙浦物流园充电站',
    operator: 1,
    address: '宝安区松岗街道沙浦二路55号',
    areaCode: '440306',
    lng: '113.838412',
    lat: '22.777905',
    construction: 'industrialPark',
    parkingKind: 'free',
    parkingBays: 40,
    ratedCapacityKva: 800,
    commissionedOn: '2022-11-11',
    amenities: ['toilet', 'restaurant', 'carWash'],
    tags: ['logistics'],
    piles: { dc60: 6, ac7: 4 },
  },
  {
    code: 'SZ004',
    name: '民治青石里充电站',
    operator: 1,
    address: '龙华区民治街道青石里3号地下一层',
    areaCode: '440309',
    lng: '114.041236',
    lat: '22.621547',
    construction: 'buildingParking',
    parkingKind: 'paid',
    parkingBays: 20,
    ratedCapacityKva: 630,
    commissionedOn: '2023-08-25',
    amenities: ['toilet', 'barrierGate'],
    tags: ['underground'],
    piles: { dc120: 4, dc60: 2 },
  },
  {
    code: 'SZ005',
    name: '笋岗仓前充电站',
    operator: 2,
    address: '罗湖区笋岗街道仓前路27号',
    areaCode: '440303',
    lng: '114.107329',
    lat: '22.566018',
    construction: 'enterprise',
    parkingKind: 'freeWhileCharging',
    parkingBays: 10,
    ratedCapacityKva: 315,
    commissionedOn: '2021-06-30',
    amenities: ['shop'],
    tags: [],
    piles: { dc60: 4 },
  },
  {
    code: 'SZ006',
    name: '龙城湖畔充电站',
    operator: 2,
    address: '龙岗区龙城街道湖畔大道102号',
    areaCode: '440307',
    lng: '114.251803',
    lat: '22.719466',
    construction: 'venue',
    parkingKind: 'freeForLimitedTime',
    parkingBays: 18,
    ratedCapacityKva: 1000,
    commissionedOn: '2024-03-15',
    amenities: ['toilet', 'parkingLock', 'wifi'],
    tags: ['family'],
    piles: { dc180: 2, dc120: 2, ac7: 2 },
  },
]
