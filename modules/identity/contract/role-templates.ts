import type { RowScope } from './role.ts'

/** A role as a company finds it on its first day: its own from then on, to rename, change or delete. */
export interface RoleTemplate {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly nameEs: string
  readonly rowScope: RowScope
  /** Whether the role has the permission, of those that exist. */
  readonly takes: (permission: string) => boolean
}

const OPERATIONS =
  /^(assets|pricing|gateway|charging)\.|^platform\.(approval:|personal:reveal$|shareLink:)|^help\.assistant:ask$|^identity\.office:read$|^members\.(member|tag):read$|^companies\.(company|contact):(read|export)$/
/** Whoever enters the keys of a merchant decides to whom drivers pay: those are for administrators. */
const FINANCE =
  /^(companies|finance|ledger|members|payables|payments|reconciliation)\.(?!channel:connect$)|^platform\.(approval:|personal:reveal$|shareLink:)|^help\.assistant:ask$|^(charging|assets|pricing)\.\w+:(read|export)$|^identity\.office:read$/
/** Devices and their commands, and no orders or money. */
const MAINTENANCE =
  /^gateway\.(?!credential|pointMap|pointSource)|^assets\.\w+:(read|export)$|^assets\.station:maintain$|^help\.assistant:ask$/
/** Reads everything but users, roles, registrations, audit and settings, which are for administrators. */
const VIEW = /^(?!identity\.(user|role|registration)|platform\.(audit|setting)).*:(read|all|export)$/
/** What somebody looks up who answers a driver. */
const SERVICE_LOOKS =
  /^(assets|charging|members|payments|pricing)\.\w+:(read|export)$|^gateway\.(pile|connector|command|event|log):read$|^finance\.(dailyBill|trace):read$|^identity\.office:read$/
/** What they do: see whom they talk to, end and refund orders, work cases off, make members, block and replace cards. */
const SERVICE_DOES =
  /^platform\.(personal:see|approval:(read|withdraw)|shareLink:(make|read))$|^help\.assistant:ask$|^charging\.(order:(refund|stop)|abnormal:(handle|dismiss|assign))$|^gateway\.command:unlock$|^members\.member:(create|update|changePhone|block|unblock|freeze|merge|anonymise)$|^members\.flag:dismiss$|^members\.tag:(issue|block|reportLost|unblock)$/
/** What the head of the business has beside the daily work: the people, the log and the notices, to read or to write. */
const OWNER = /^identity\.(user|role):read$|^platform\.audit:(read|export)$|^notifications\.notice:/

/**
 * Roles that every new company starts with, and that the page of roles offers as beginnings of further ones. An investor's role
 * is not among them: `vip` of the console contract has no permissions of its own. Users, roles and settings stay with the
 * administrator.
 */
export const ROLE_TEMPLATES: readonly RoleTemplate[] = [
  {
    code: 'owner',
    name: '经营负责人',
    nameEn: 'Business owner',
    nameEs: 'Dirección',
    rowScope: 'tenant',
    takes: one => OPERATIONS.test(one) || FINANCE.test(one) || VIEW.test(one) || OWNER.test(one),
  },
  {
    code: 'operations',
    name: '运营',
    nameEn: 'Operations',
    nameEs: 'Operaciones',
    rowScope: 'assigned',
    takes: one => OPERATIONS.test(one),
  },
  {
    code: 'finance',
    name: '财务',
    nameEn: 'Finance',
    nameEs: 'Finanzas',
    rowScope: 'tenant',
    takes: one => FINANCE.test(one),
  },
  // Who answers drivers sees their data; the others have a single record shown, with a reason (decision 389).
  {
    code: 'support',
    name: '客服',
    nameEn: 'Customer service',
    nameEs: 'Atención al cliente',
    rowScope: 'tenant',
    takes: one => SERVICE_LOOKS.test(one) || SERVICE_DOES.test(one),
  },
  {
    code: 'maintenance',
    name: '运维',
    nameEn: 'Maintenance',
    nameEs: 'Mantenimiento',
    rowScope: 'tenant',
    takes: one => MAINTENANCE.test(one),
  },
  {
    code: 'viewer',
    name: '只读',
    nameEn: 'Read only',
    nameEs: 'Solo lectura',
    rowScope: 'tenant',
    takes: one => VIEW.test(one),
  },
]
