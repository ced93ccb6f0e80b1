import { type CompanyKind, type ContactReceives, creditCheck } from '../../contract/index.ts'

/** A company of the demo with its people and accounts. Names, numbers and people are made up. */
export interface DemoCompany {
  readonly key: string
  readonly name: string
  readonly shortName: string
  readonly kinds: readonly CompanyKind[]
  /** Code of the operator that it is. */
  readonly operator?: string
  readonly country?: 'CN' | 'ES'
  readonly taxNumber: string
  readonly taxpayer?: 'general' | 'smallScale'
  readonly legalRepresentative: string
  readonly address: string
  /** Days from the first start until the licence ends; null for one without an end. */
  readonly licenceDays: number | null
  readonly terms: readonly [days: number, monthDay: number | null]
  readonly phone: string
  readonly accounts: readonly {
    readonly bank: string
    readonly branch: string | null
    readonly number: string
    readonly isWaiting?: true
  }[]
  readonly people: readonly {
    readonly name: string
    readonly duty: string
    readonly phone: string
    readonly email: string
    readonly language?: 'en' | 'es'
    readonly receives: readonly ContactReceives[]
  }[]
  readonly suspended?: string
  readonly note?: string
}

/** Completes the first 17 characters of a credit code. */
const code = (body: string): string => `${body}${creditCheck(body) ?? ''}`

export const DEMO_COMPANIES: readonly DemoCompany[] = [
  {
    key: 'nanshan',
    name: '深圳绿途新能源运营有限公司',
    shortName: '绿途运营',
    kinds: ['operator'],
    operator: 'OP-NS',
    taxNumber: code('91440300MA5HX2K41'),
    taxpayer: 'general',
    legalRepresentative: '周敏',
    address: '深圳市南山区科技园南区科苑路8号3栋502',
    licenceDays: null,
    terms: [30, null],
    phone: '0755-55501001',
    accounts: [{ bank: '招商银行', branch: '深圳科技园支行', number: '755900018210605' }],
    people: [
      {
        name: '李娜',
        duty: '财务主管',
        phone: '13900000011',
        email: 'finance@lvtu.example.com',
        receives: ['invoices'],
      },
    ],
  },
  {
    key: 'grid',
    name: '深圳岭南供电服务有限公司',
    shortName: '岭南供电',
    kinds: ['gridCompany', 'supplier'],
    taxNumber: code('914403007085K2319'.replace('K', '4')),
    taxpayer: 'general',
    legalRepresentative: '梁国强',
    address: '深圳市福田区深南中路2070号',
    licenceDays: null,
    terms: [15, 10],
    phone: '0755-88001234',
    accounts: [{ bank: '中国工商银行', branch: '深圳深南支行', number: '4000021809200064872' }],
    people: [
      {
        name: '黄雅琴',
        duty: '电费结算',
        phone: '13800138021',
        email: 'settle@lnpower.example.com',
        receives: ['statements'],
      },
    ],
    note: '每月10日前缴清上月电费',
  },
  {
    key: 'park',
    name: '深圳市湾创产业园管理有限公司',
    shortName: '湾创园区',
    kinds: ['propertyOwner'],
    taxNumber: code('91440300MA5F7Q2R8'),
    taxpayer: 'general',
    legalRepresentative: '谢志远',
    address: '深圳市南山区创业路1777号湾创中心A座12层',
    licenceDays: 21,
    terms: [10, null],
    phone: '0755-26551788',
    accounts: [
      { bank: '平安银行', branch: '深圳南油支行', number: '15000087204416' },
      { bank: '中国建设银行', branch: '深圳蛇口支行', number: '44250100003200001688', isWaiting: true },
    ],
    people: [
      {
        name: '谢婷',
        duty: '租赁经理',
        phone: '13800138022',
        email: 'lease@wanchuang.example.com',
        receives: ['statements', 'reminders'],
      },
      { name: '郑凯', duty: '出纳', phone: '13800138023', email: 'cashier@wanchuang.example.com', receives: [] },
    ],
  },
  {
    key: 'mall',
    name: '深圳宝悦商业广场有限公司',
    shortName: '宝悦广场',
    kinds: ['propertyOwner', 'partner'],
    taxNumber: code('91440300MA5G9L3T6'),
    taxpayer: 'general',
    legalRepresentative: '何丽珍',
    address: '深圳市宝安区新安街道创业二路210号',
    licenceDays: 400,
    terms: [30, 25],
    phone: '0755-27881666',
    accounts: [{ bank: '中国银行', branch: '深圳宝安支行', number: '769266340117' }],
    people: [
      {
        name: '何伟',
        duty: '物业经理',
        phone: '13800138024',
        email: 'pm@baoyue.example.com',
        receives: ['statements'],
      },
    ],
  },
  {
    key: 'fleet',
    name: '深圳速达城市配送有限公司',
    shortName: '速达配送',
    kinds: ['fleet', 'customer'],
    taxNumber: code('91440300MA5D4N8W2'),
    taxpayer: 'general',
    legalRepresentative: '林浩',
    address: '深圳市龙岗区平湖街道华南大道1号物流园',
    licenceDays: 900,
    terms: [30, 15],
    phone: '0755-89990012',
    accounts: [{ bank: '中国农业银行', branch: '深圳平湖支行', number: '41022800040034515' }],
    people: [
      {
        name: '陈思远',
        duty: '车队经理',
        phone: '13800138025',
        email: 'fleet@suda.example.com',
        receives: ['statements', 'reminders'],
      },
      {
        name: '吴倩',
        duty: '会计',
        phone: '13800138026',
        email: 'ap@suda.example.com',
        receives: ['invoices', 'statements'],
      },
    ],
  },
  {
    key: 'taxi',
    name: '深圳鹏行出租汽车股份有限公司',
    shortName: '鹏行出租',
    kinds: ['fleet', 'customer'],
    taxNumber: code('91440300192K4R7T3'.replace('K4R7T3', '476513')),
    taxpayer: 'general',
    legalRepresentative: '罗建军',
    address: '深圳市罗湖区清水河一路52号',
    licenceDays: null,
    terms: [45, null],
    phone: '0755-25119911',
    accounts: [{ bank: '交通银行', branch: '深圳罗湖支行', number: '443066412018010047519' }],
    people: [
      {
        name: '罗敏',
        duty: '财务部经理',
        phone: '13800138027',
        email: 'finance@pengxing.example.com',
        receives: ['statements', 'invoices', 'reminders'],
      },
    ],
  },
  {
    key: 'maker',
    name: '深圳青禾电气设备有限公司',
    shortName: '青禾电气',
    kinds: ['supplier'],
    taxNumber: code('91440300MA5C1P6X9'),
    taxpayer: 'general',
    legalRepresentative: '曾庆华',
    address: '深圳市光明区凤凰街道东坑路科裕工业园',
    licenceDays: 60,
    terms: [60, null],
    phone: '0755-23456001',
    accounts: [{ bank: '招商银行', branch: '深圳光明支行', number: '755941283310802' }],
    people: [
      {
        name: '曾莉',
        duty: '大客户经理',
        phone: '13800138028',
        email: 'sales@qinghe.example.com',
        receives: ['statements'],
      },
    ],
  },
  {
    key: 'works',
    name: '东莞恒安机电工程有限公司',
    shortName: '恒安机电',
    kinds: ['supplier'],
    taxNumber: code('91441900MA4X8J5Y1'),
    taxpayer: 'smallScale',
    legalRepresentative: '邓恒安',
    address: '东莞市长安镇振安中路118号',
    licenceDays: -12,
    terms: [30, null],
    phone: '0769-85330118',
    accounts: [{ bank: '东莞农村商业银行', branch: '长安支行', number: '180010190010018866' }],
    people: [{ name: '邓恒安', duty: '负责人', phone: '13800138029', email: 'dha@hengan.example.com', receives: [] }],
    suspended: '营业执照已到期，待换证',
  },
  {
    key: 'investor',
    name: '珠海横琴智桩投资合伙企业（有限合伙）',
    shortName: '智桩投资',
    kinds: ['investor', 'partner'],
    taxNumber: code('91440400MA51T3U74'),
    taxpayer: 'smallScale',
    legalRepresentative: '方晓彤',
    address: '珠海市横琴新区环岛东路1889号17栋',
    licenceDays: null,
    terms: [15, 20],
    phone: '0756-8841889',
    accounts: [{ bank: '华润银行', branch: '横琴支行', number: '213224080016800001' }],
    people: [
      {
        name: '方晓彤',
        duty: '执行事务合伙人',
        phone: '13800138030',
        email: 'fang@zhizhuang.example.com',
        receives: ['statements'],
      },
    ],
  },
  {
    key: 'spain',
    name: 'Iberia Movilidad Cargadores S.L.',
    shortName: 'Iberia Movilidad',
    kinds: ['partner', 'supplier'],
    country: 'ES',
    taxNumber: 'B86504537',
    legalRepresentative: 'Lucía Fernández Ortega',
    address: 'Calle de Alcalá 476, 28027 Madrid',
    licenceDays: null,
    terms: [60, 25],
    phone: '+34 910 600 214',
    accounts: [{ bank: 'Banco Meseta', branch: 'Madrid Ciudad Lineal', number: 'ES9121000418450200051332' }],
    people: [
      {
        name: 'Marta Ruiz',
        duty: 'Contabilidad',
        phone: '+34 600 112 233',
        email: 'contabilidad@iberia-movilidad.example.com',
        language: 'es',
        receives: ['statements', 'reminders'],
      },
    ],
  },
]
