import { aRole, aTenant, aUser, type Browser } from '@wattyard/identity/testing'
import { aPile, aStation } from '@wattyard/assets/testing'
import { columnOf, ownerField, type Resource } from '@wattyard/resource'
import { newId } from '@wattyard/server-kit'
import { callerWith, testServer } from '@wattyard/testing'
import { expect } from 'vitest'
import { Records } from './records.ts'
import type { SessionWorld } from './world.ts'

/** Every text of rows that nobody here reaches has this in it, and no other text has. */
export const CANARY = 'Beyond'
/** Texts of a station that is beyond the reach of those alone who see only the one beside it. */
export const FENCED = 'Fenced'
/** Texts of records that are somebody's own. */
export const OWNED = 'Somebodys'
const PASSWORD = 'a passphrase for tests'
/** Kinds of fields whose value can be any text. */
const WRITABLE = new Set(['text', 'note', 'code', 'serial'])

export interface Inhabitant {
  name: string
  browser: Browser
  /** Words of what they do not reach. */
  canaries: readonly string[]
  /** Whether rows of a resource can be beyond their reach. */
  isBeyond(resource: Resource): boolean
}

export interface ReachWorld {
  inhabitants: readonly Inhabitant[]
  /** Resource → id of a record that none of the inhabitants reaches, or that all of the tenant shares. */
  theirs: ReadonlyMap<string, string>
  /** Ids of the northern stations: one that all who look at the north reach, and the one beside it. */
  stations: { near: string; fenced: string }
  tenantId: string
}

/** Whether rows of a resource can be beyond somebody's reach. */
export const isNarrowed = ({ scope }: Resource): boolean => scope !== 'shared'

/**
 * One company of two operators: in the north people who see the operator or one station of it, with every permission there
 * is, and somebody who looks after its staff; in the south one record of everything, marked by texts of its own.
 */
export async function reachWorld(world: SessionWorld): Promise<ReachWorld> {
  const { tenantId } = await aTenant(world.db, { code: 'reach', isHome: true, profile: 'demo' })
  const theirs = new Map<string, string>()
  const desk = await testServer({ modules: world.modules, db: world.db })
  const records = new Records({ ...world, server: desk }, callerWith({ tenantId }))
  for (const { resource } of world.served) theirs.set(resource.name, await records.target(resource.name))
  await desk.close()
  const south = theirs.get('identity.office') ?? ''
  await world.db.platform(tx =>
    tx.execute('update identity_user set office_id = $3, operator_id = $3 where tenant_id = $1 and id = $2', [
      tenantId,
      theirs.get('identity.user'),
      south,
    ]),
  )
  await mark(world, theirs)
  await world.db.platform(async tx => {
    // Structures that are made up have no shape: an empty list is one.
    await tx.execute("update gateway_point_map set points = '[]' where tenant_id = $1", [tenantId])
    // The price version is of the policy that runs in the south.
    const [policyId, versionId] = [theirs.get('pricing.policy'), theirs.get('pricing.version')]
    await tx.execute("update pricing_version set policy_id = $2, plans = '[]' where id = $1", [versionId, policyId])
  })

  const north = await world.db.platform(async tx => {
    const id = newId()
    await tx.execute(
      `insert into identity_office (tenant_id, id, code, name, kind, path, operator_id, position, search_text)
       values ($1, $2, 'NORTH', 'North', 'operator', $3, $2, 9, 'north')`,
      [tenantId, id, `/${id}/`],
    )
    return id
  })
  const [near = '', fenced = ''] = await world.db.tenant(tenantId, async tx => {
    const stations = []
    for (const name of ['Near', FENCED]) {
      const station = await aStation(tx, { tenantId, operatorId: north, name })
      await aPile(tx, station, { name })
      stations.push(station.id)
    }
    return stations
  })

  const everything = await aRole(world.db, tenantId, {
    code: 'regional',
    permissions: world.permissions,
    rowScope: 'assigned',
  })
  const staffing = await aRole(world.db, tenantId, {
    code: 'regionalStaff',
    permissions: world.permissions.filter(permission => permission.startsWith('identity.')),
    rowScope: 'assigned',
  })
  const signIn = async (name: string, roleId: string, ip: string, reach: Parameters<typeof aUser>[2] = {}) => {
    const { loginName } = await aUser(world.db, tenantId, { password: PASSWORD, roleIds: [roleId], ...reach })
    const browser = world.browser(ip)
    const answer = await browser.signIn(`${loginName}@reach`, PASSWORD)
    if (!answer.success) throw new Error(`${name}: ${answer.text}`)
    return { name, browser }
  }
  const atOneStation = async (name: string, roleId: string, station: string, ip: string): Promise<Inhabitant> => ({
    ...(await signIn(name, roleId, ip, { stationIds: [station] })),
    canaries: [CANARY, FENCED],
    isBeyond: isNarrowed,
  })
  const inTheNorth = async (name: string, roleId: string, stationIds: string[], ip: string): Promise<Inhabitant> => ({
    ...(await signIn(name, roleId, ip, { officeId: north, operatorIds: [north], stationIds })),
    canaries: stationIds.length > 0 ? [CANARY, FENCED] : [CANARY],
    isBeyond: isNarrowed,
  })
  // Reads the whole company, and does what may be done with records that have an owner, but not with everybody's.
  const owned = new Set<string>(
    world.served.flatMap(({ resource }) => (ownerField(resource) === null ? [] : [resource.name])),
  )
  const ownAlone = await aRole(world.db, tenantId, {
    code: 'ownAlone',
    permissions: world.permissions.filter(permission => {
      const [name = '', action = ''] = permission.split(':')
      return action === 'read' || action === 'export' || (owned.has(name) && action !== 'all')
    }),
  })
  return {
    tenantId,
    theirs,
    stations: { near, fenced },
    inhabitants: [
      await inTheNorth('somebody of one operator', everything, [], '10.1.0.1'),
      await inTheNorth('somebody of one station', everything, [near], '10.1.0.2'),
      await inTheNorth('who looks after the staff of one operator', staffing, [], '10.1.0.3'),
      await atOneStation('somebody of one station without an operator', everything, near, '10.1.0.5'),
      await atOneStation('who looks after the staff of one station alone', staffing, near, '10.1.0.6'),
      {
        ...(await signIn('who sees own records alone', ownAlone, '10.1.0.4')),
        canaries: [OWNED],
        isBeyond: resource => ownerField(resource) !== null,
      },
    ],
  }
}

/** Gives every text of the records beyond reach its mark, where the table lets it. */
async function mark(world: SessionWorld, theirs: ReadonlyMap<string, string>): Promise<void> {
  let marked = 0
  for (const { resource } of world.served) {
    // Everybody of the company knows what it is called.
    if (!isNarrowed(resource) || resource.name === 'identity.tenant') continue
    for (const [key, of] of Object.entries(resource.fields)) {
      if (!WRITABLE.has(of.kind) || of.values) continue
      const text = `${ownerField(resource) === null ? '' : OWNED}${CANARY}${++marked}`
      const isDone = await world.db
        .platform(tx =>
          tx
            .execute(`update ${resource.table} set ${columnOf(key, of)} = $2 where id = $1`, [
              theirs.get(resource.name),
              text,
            ])
            .then(
              () => true,
              () => false, // the column takes no text of ours: a check of its own, or a generated column
            ),
        )
        .catch(() => false) // and its transaction is over
      if (!isDone) marked--
    }
  }
  console.log(`reach: ${marked} texts of rows beyond reach are marked`)
  expect(marked).toBeGreaterThan(40)
}
