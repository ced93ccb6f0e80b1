import { join } from 'node:path'
import { newId, searchText, type Tx, col } from '@wattyard/server-kit'
import { duty } from '../contract/duty.ts'
import { office, type OfficeKind } from '../contract/office.ts'
import { insertUser } from './tenants/create-tenant.ts'
import { insertTemplateRoles } from './tenants/template-roles.ts'
import type { PasswordHasher } from './passwords/hash-password.ts'
import { writeOwnFile } from './people/own-file.ts'
import { readablePassword } from './passwords/readable-password.ts'

/** File in the data folder with the demo people's names and passwords. */
export const DEMO_PASSWORDS_FILE = 'demo-passwords.txt'

export interface DemoOptions {
  tenantId: string
  dataFolder: string
  /** Every permission that exists (`permissionList` of the kernel); roles are cut from it where the tenant has none yet. */
  permissions: readonly string[]
}

export interface DemoTenant {
  created: boolean
  /** The three operators, in order of code. */
  operators: { id: string; code: string; name: string }[]
}

interface DemoOffice {
  code: string
  name: string
  nameEn: string
  nameEs: string
  kind: OfficeKind
  below?: string
  contact?: string
  phone?: string
}

const OFFICES: readonly DemoOffice[] = [
  {
    code: 'OP-NS',
    name: '绿途南山运营中心',
    nameEn: 'Lvtu Nanshan Operations',
    nameEs: 'Lvtu Operaciones Nanshan',
    kind: 'operator',
    contact: '周敏',
    phone: '0755-55501001',
  },
  {
    code: 'OP-BA',
    name: '绿途宝安运营中心',
    nameEn: "Lvtu Bao'an Operations",
    nameEs: "Lvtu Operaciones Bao'an",
    kind: 'operator',
    contact: '黄志强',
    phone: '0755-55501002',
  },
  {
    code: 'OP-LG',
    name: '绿途龙岗运营中心',
    nameEn: 'Lvtu Longgang Operations',
    nameEs: 'Lvtu Operaciones Longgang',
    kind: 'operator',
    contact: '唐丽',
    phone: '0755-55501003',
  },
  { code: 'D-CW', name: '财务部', nameEn: 'Finance', nameEs: 'Finanzas', kind: 'department', contact: '李娜' },
  {
    code: 'D-KF',
    name: '客户服务部',
    nameEn: 'Customer service',
    nameEs: 'Atención al cliente',
    kind: 'department',
    contact: '王芳',
  },
  {
    code: 'D-NS-YW',
    name: '南山运维班',
    nameEn: 'Nanshan maintenance',
    nameEs: 'Mantenimiento Nanshan',
    kind: 'department',
    below: 'OP-NS',
    contact: '刘洋',
  },
  {
    code: 'D-BA-YW',
    name: '宝安运维班',
    nameEn: "Bao'an maintenance",
    nameEs: "Mantenimiento Bao'an",
    kind: 'department',
    below: 'OP-BA',
  },
  {
    code: 'D-LG-YW',
    name: '龙岗运维班',
    nameEn: 'Longgang maintenance',
    nameEs: 'Mantenimiento Longgang',
    kind: 'department',
    below: 'OP-LG',
  },
]

const DUTIES: readonly [office: string, code: string, name: string, nameEn: string, nameEs: string][] = [
  ['OP-NS', 'ZZ', '站长', 'Station manager', 'Jefe de estación'],
  ['OP-NS', 'YY', '运营专员', 'Operations clerk', 'Técnico de operaciones'],
  ['OP-BA', 'ZZ', '站长', 'Station manager', 'Jefe de estación'],
  ['OP-LG', 'ZZ', '站长', 'Station manager', 'Jefe de estación'],
  ['D-CW', 'KJ', '会计', 'Accountant', 'Contable'],
  ['D-CW', 'CN', '出纳', 'Cashier', 'Cajero'],
  ['D-KF', 'KF', '客服专员', 'Support agent', 'Agente de atención'],
  ['D-NS-YW', 'BZ', '班长', 'Team leader', 'Jefe de equipo'],
  ['D-NS-YW', 'WX', '维修员', 'Repair technician', 'Técnico de reparación'],
  ['D-BA-YW', 'WX', '维修员', 'Repair technician', 'Técnico de reparación'],
  ['D-LG-YW', 'WX', '维修员', 'Repair technician', 'Técnico de reparación'],
]

/** Operators by code, in order. */
const OPERATORS = OFFICES.filter(({ kind }) => kind === 'operator').map(({ code }) => code)

const PEOPLE = [
  { loginName: 'chenjing', displayName: '陈静', role: 'admin', office: null, operators: [], phone: '13900000001' },
  {
    loginName: 'zhangwei',
    displayName: '张伟',
    role: 'operations',
    office: 'OP-NS',
    duty: 'YY',
    operators: ['OP-NS', 'OP-BA', 'OP-LG'],
    leads: true,
    phone: '13900000002',
  },
  {
    loginName: 'liuyang',
    displayName: '刘洋',
    role: 'operations',
    office: 'D-NS-YW',
    duty: 'BZ',
    operators: ['OP-NS'],
    leads: true,
    phone: '13900000003',
  },
  {
    loginName: 'lina',
    displayName: '李娜',
    role: 'finance',
    office: 'D-CW',
    duty: 'KJ',
    operators: [],
    leads: true,
    phone: '13900000004',
  },
  {
    loginName: 'wangfang',
    displayName: '王芳',
    role: 'support',
    office: 'D-KF',
    duty: 'KF',
    operators: [],
    leads: true,
    phone: '13900000005',
  },
  // Has a share in the stations of one operator.
  {
    loginName: 'sunhao',
    displayName: '孙浩',
    role: 'vip',
    office: null,
    operators: OPERATORS.slice(0, 1),
    phone: '13900000006',
  },
  {
    loginName: 'hejun',
    displayName: '何军',
    role: 'maintenance',
    office: null,
    operators: [],
    phone: '13900000007',
  },
] as const

async function insertOffices(tx: Tx, tenantId: string): Promise<Map<string, string>> {
  const ids = new Map<string, { id: string; path: string; operator: string | null }>()
  for (const [index, given] of OFFICES.entries()) {
    const { code, name, nameEn, nameEs, kind, below, contact = null, phone = null } = given
    const parent = below ? ids.get(below) : undefined
    const id = newId()
    const place = {
      id,
      path: `${parent?.path ?? ''}${id}/`,
      operator: kind === 'operator' ? id : (parent?.operator ?? null),
    }
    ids.set(code, place)
    await tx.execute(
      `insert into identity_office (tenant_id, id, code, name, kind, parent_id, path, operator_id, contact, phone, search_text, position, name_en, name_es)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        tenantId,
        id,
        code,
        name,
        kind,
        parent?.id ?? null,
        place.path,
        place.operator,
        contact,
        phone,
        searchText(office, { code, name, name_en: nameEn, name_es: nameEs }),
        index + 1,
        nameEn,
        nameEs,
      ],
    )
  }
  return new Map([...ids].map(([code, { id }]) => [code, id]))
}

/** @returns ids by office and code, such as `OP-NS/ZZ` */
async function insertDuties(tx: Tx, tenantId: string, offices: Map<string, string>): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [at, code, name, nameEn, nameEs] of DUTIES) {
    const id = newId()
    ids.set(`${at}/${code}`, id)
    await tx.execute(
      `insert into identity_duty (tenant_id, id, office_id, operator_id, code, name, name_en, name_es, search_text)
       select $1, $2, $3, operator_id, $4, $5, $6, $7, $8 from identity_office where tenant_id = $1 and id = $3`,
      [
        tenantId,
        id,
        offices.get(at),
        code,
        name,
        nameEn,
        nameEs,
        searchText(duty, { code, name, name_en: nameEn, name_es: nameEs }),
      ],
    )
  }
  return ids
}

async function insertPeople(
  tx: Tx,
  { tenantId, dataFolder }: DemoOptions,
  { offices, duties }: { offices: Map<string, string>; duties: Map<string, string> },
  hasher: PasswordHasher,
): Promise<void> {
  const roles = await tx.query(
    { id: col.uuid, code: col.text },
    'select id, code from identity_role where tenant_id = $1',
    [tenantId],
  )
  const roleId = new Map(roles.map(role => [role.code, role.id]))
  const idOf = (code: string) => {
    const id = offices.get(code) ?? roleId.get(code)
    if (!id) throw new Error(`the demo has no office or role ${code}`)
    return id
  }
  const lines: string[] = []
  for (const person of PEOPLE) {
    const password = readablePassword()
    lines.push(`${person.loginName} ${password}`)
    const id = await insertUser(tx, tenantId, {
      loginName: person.loginName,
      displayName: person.displayName,
      passwordHash: await hasher.hash(password),
      roleIds: [idOf(person.role)],
      userType: person.role === 'vip' ? 'investor' : 'staff',
      officeId: person.office ? idOf(person.office) : null,
      dutyId: duties.get(`${person.office}/${'duty' in person ? person.duty : ''}`) ?? null,
      operatorIds: person.operators.map(idOf),
      phone: person.phone,
      email: `${person.loginName}@demo.example`,
    })
    if ('leads' in person)
      await tx.execute('update identity_office set head_id = $3 where tenant_id = $1 and id = $2', [
        tenantId,
        idOf(person.office),
        id,
      ])
  }
  writeOwnFile(join(dataFolder, DEMO_PASSWORDS_FILE), `${lines.join('\n')}\n`)
}

/** Returns the demonstration's three operators, its roles and people with passwords of their own; once. */
export async function prepareDemoTenant(tx: Tx, options: DemoOptions, hasher: PasswordHasher): Promise<DemoTenant> {
  const { tenantId, permissions } = options
  const operators = () =>
    tx.query(
      { id: col.uuid, code: col.text, name: col.text },
      "select id, code, name from identity_office where tenant_id = $1 and kind = 'operator' order by id",
      [tenantId],
    )
  const known = await operators()
  if (known.length) return { created: false, operators: known }
  const offices = await insertOffices(tx, tenantId)
  await insertTemplateRoles(tx, tenantId, permissions)
  const duties = await insertDuties(tx, tenantId, offices)
  await insertPeople(tx, options, { offices, duties }, hasher)
  return { created: true, operators: await operators() }
}
