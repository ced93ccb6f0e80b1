import { aRole, aUser, type Browser, signInServer } from '@wattyard/identity/testing'
import { route, type ServerModule, col } from '@wattyard/server-kit'
import { systemClock } from '@wattyard/time'
import { startProduct } from './harness/product.ts'
import { type Figure, median, places } from './harness/report.ts'
import { insist, type RunOptions, type Scenario } from './harness/scenario.ts'
import { listInput } from '@wattyard/calls'

const PASSWORD = 'Bench-2026-passphrase'
/** Somebody with one duty of a few pages, and somebody with three duties of as many permissions as there are pages. */
const PEOPLE = [
  { roles: 1, permissions: 20 },
  { roles: 3, permissions: 120 },
] as const
const TARGET_MS = 0.1
const roundsOf = ({ quick }: RunOptions) => (quick ? 50 : 3_000)

const answer = { input: listInput, work: 'read' as const, handle: async () => ({ ok: true }) }

/** The same route twice: open to whoever is signed in, and for holders of a permission. */
const probe: ServerModule = {
  name: 'probe',
  routes: [
    route({ method: 'POST', path: '/api/probe/open', access: 'signed-in', ...answer }),
    route({ method: 'POST', path: '/api/probe/checked', access: 'probe.thing:read', ...answer }),
  ],
}

type Person = (typeof PEOPLE)[number]

/** Permissions of one role among others; the last role holds the one that is asked for. */
const permissionsOf = (role: number, { roles, permissions }: Person): string[] =>
  Array.from({ length: permissions }, (_, n) =>
    n === 0 && role === roles - 1 ? 'probe.thing:read' : `probe.r${role}n${n}:read`,
  )

/**
 * What a request pays for permissions: somebody with roles calls a route that asks for one, and
 * somebody without a role calls the same route that asks for none. In turns, in one process, over the product's database.
 */
async function run(options: RunOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const person of PEOPLE) figures.push(await measure(person, options))
  return figures
}

async function measure(person: Person, options: RunOptions): Promise<Figure> {
  const product = await startProduct()
  const server = await signInServer({ db: product.db, modules: [probe], clock: systemClock })
  try {
    const [home] = await product.db.platform(tx =>
      tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home'),
    )
    insist(home !== undefined, 'the installation has no home tenant')
    const tenantId = home.tenant_id
    const roleIds: string[] = []
    for (let role = 0; role < person.roles; role++)
      roleIds.push(await aRole(product.db, tenantId, { permissions: permissionsOf(role, person) }))
    const someone = async (ids: string[]): Promise<Browser> => {
      const { loginName } = await aUser(product.db, tenantId, { password: PASSWORD, roleIds: ids })
      const browser = server.browser()
      const answer = await browser.signIn(loginName, PASSWORD)
      insist(answer.success, `nobody could sign in: ${answer.code} ${answer.msg}`)
      return browser
    }
    const bare = await someone([])
    const granted = await someone(roleIds)
    insist((await bare.post('/api/probe/checked')).status === 403, 'the permission is not checked')
    const took = async (browser: Browser, path: string): Promise<number> => {
      const begun = performance.now()
      const { success } = await browser.post(path)
      const ms = performance.now() - begun
      insist(success, `${path} was refused`)
      return ms
    }
    const without: number[] = []
    const withCheck: number[] = []
    const rounds = roundsOf(options)
    for (let round = 0; round < rounds + 50; round++) {
      // In turns and in changing order: what else the machine does meets both alike.
      const first = round % 2 === 0
      const a = first ? await took(bare, '/api/probe/open') : await took(granted, '/api/probe/checked')
      const b = first ? await took(granted, '/api/probe/checked') : await took(bare, '/api/probe/open')
      if (round < 50) continue
      without.push(first ? a : b)
      withCheck.push(first ? b : a)
    }
    const added = median(withCheck) - median(without)
    return {
      scenario: `permission, ${person.roles} × ${person.permissions}`,
      what: 'a request without and with roles and check, medians; what the check adds',
      value: `${places(median(without), 3)} / ${places(median(withCheck), 3)}; ${places(added, 3)} ms`,
      target: `≤ ${TARGET_MS} ms`,
      met: added <= TARGET_MS,
    }
  } finally {
    await server.close()
    await product.stop()
  }
}

export const permission: Scenario = { name: 'permission', about: 'what checking a permission adds to a request', run }
