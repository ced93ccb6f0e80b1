import { type Database, type LetterPost, col } from '@wattyard/server-kit'
import { type Answer, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTenant, aUser, type SignInServer, signInServer } from '../../testing/index.ts'
import { CODE_DAY_MS } from './code-caps.ts'

const MINUTE = 60_000
const PASSWORD = 'a passphrase for tests'
const CAPS = { codesOfPerson: async () => 3, asksOfNetwork: async () => 6 }

let db: Database
/** Two processes of one installation: what is only in memory, each has for itself. */
let servers: readonly [SignInServer, SignInServer]
let homeId: string
let user: { id: string; loginName: string }
let sent: string[]
let network = 0

beforeAll(async () => {
  db = await testDatabase()
  homeId = (await aTenant(db, { code: 'home', isHome: true })).tenantId
})
beforeEach(async () => {
  sent = []
  const letters: LetterPost = {
    async post(_tx, _tenantId, { personId }) {
      sent.push(personId)
      return []
    },
  }
  const options = { db, letters, codeCaps: CAPS }
  servers = [await signInServer(options), await signInServer(options)]
  user = await aUser(db, homeId, { password: PASSWORD })
  network++
  await db.platform(tx => tx.execute('delete from identity_code_count'))
})
afterAll(() => db.close())

const anywhere = () => `10.${network}.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`

/** Asks one of the processes, and waits for what comes after the answer. */
async function ask(process: 0 | 1, name = user.loginName, ip = anywhere()): Promise<Answer> {
  const answer = await servers[process].browser(ip).post('/api/user/pwd/forget/send', { username: name })
  await servers[process].identity.flush()
  return answer
}
const later = (ms: number) => servers.forEach(({ clock }) => clock.advance(ms))
/** Everything that a stranger could tell answers apart by. */
const seen = ({ status, success, msg, code, data }: Answer) => ({ status, success, msg, code, data })

test('of a person: as many codes a day as the cap says, whoever asks, in whichever process; the next day again', async () => {
  const answers: Answer[] = []
  for (let i = 0; i < 5; i++) {
    answers.push(await ask(i % 2 === 0 ? 0 : 1))
    later(2 * MINUTE)
  }
  expect(sent).toEqual([user.id, user.id, user.id])
  const ghost = await ask(0, 'ghost')
  for (const answer of answers) expect(seen(answer)).toEqual(seen(ghost))
  // The code row is gone by now, as after it was used; what was counted is not.
  later(60 * MINUTE)
  await db.platform(tx => tx.execute('delete from identity_reset_code'))
  await ask(0)
  expect(sent).toHaveLength(3)
  later(CODE_DAY_MS)
  await ask(1)
  expect(sent).toHaveLength(4)
})

test('the log hears of the first that was refused, once', async () => {
  for (let i = 0; i < 6; i++) {
    await ask(0)
    later(2 * MINUTE)
  }
  const rows = await db.platform(tx =>
    tx.query(
      { after: col.json<{ result: string }>() },
      "select after from kernel_audit where record_id = $1 and action = 'reset-code' order by at, id",
      [user.id],
    ),
  )
  expect(rows.map(row => row.after.result)).toEqual(['made', 'made', 'made', 'too-many'])
})

test('what is asked for again within the minute is not counted, and another person has codes of their own', async () => {
  for (let i = 0; i < 4; i++) await ask(0)
  expect(sent).toHaveLength(1)
  for (let i = 0; i < 2; i++) {
    later(2 * MINUTE)
    await ask(1)
  }
  expect(sent).toHaveLength(3)
  const other = await aTenant(db, { code: 'other' })
  const colleague = await aUser(db, other.tenantId, { password: PASSWORD })
  await ask(0, `${colleague.loginName}@other`)
  expect(sent.at(-1)).toBe(colleague.id)
})

test('a phone and a mail that several accounts share get no more codes than one', async () => {
  const phone = '13800138000'
  const shared = [{ phone }, { phone, email: 'a@b.example' }, { email: 'A@b.example' }]
  const other = await aTenant(db)
  const [{ code } = { code: '' }] = await db.platform(tx =>
    tx.query({ code: col.text }, 'select code from identity_tenant where tenant_id = $1', [other.tenantId]),
  )
  for (const [i, to] of shared.entries()) {
    const of = i === 1 ? other.tenantId : homeId
    const { id, loginName } = await aUser(db, of, { password: PASSWORD })
    await db.platform(tx =>
      tx.execute('update identity_user set phone = $2, email = $3 where id = $1', [
        id,
        to.phone ?? null,
        to.email ?? null,
      ]),
    )
    await ask(0, of === homeId ? loginName : `${loginName}@${code}`)
    later(2 * MINUTE)
    await ask(1, of === homeId ? loginName : `${loginName}@${code}`)
    later(2 * MINUTE)
  }
  // Two to the first, one to the second (whose phone has had three then), two to the third (whose mail has had one).
  expect(sent).toHaveLength(5)
})

test('of an address: questions about whomever, over both processes; refused alike whether or not there is somebody', async () => {
  const ip = anywhere()
  for (const name of ['ghost', 'nobody', 'ghost', user.loginName, 'ghost', 'ghost'])
    expect(await ask(sent.length === 0 ? 0 : 1, name, ip)).toMatchObject({ status: 200, success: true, data: null })
  later(2 * MINUTE)
  const [about, aboutNobody] = [await ask(0, user.loginName, ip), await ask(1, 'ghost', ip)]
  expect(about).toMatchObject({ status: 429, code: 'identity.tooManyCodes' })
  expect(seen(aboutNobody)).toEqual(seen(about))
  expect(sent).toHaveLength(1)
  // Somebody else asks from elsewhere, and the same address tomorrow.
  expect((await ask(0)).success).toBe(true)
  later(CODE_DAY_MS)
  expect((await ask(1, user.loginName, ip)).success).toBe(true)
  expect(sent).toHaveLength(3)
})

test('many at once pass no cap, and a network of IPv6 is one address', async () => {
  const asked = await Promise.all(
    Array.from({ length: 9 }, (_, i) => ask(i % 2 === 0 ? 0 : 1, 'ghost', `2001:db8:${network}:7::${i + 1}`)),
  )
  expect(asked.filter(answer => answer.success)).toHaveLength(6)
})

test('counts of yesterday are tidied away', async () => {
  await ask(0)
  const rows = () => db.platform(tx => tx.query('select 1 from identity_code_count'))
  const tidy = servers[0].identity.module.jobs?.find(({ name }) => name === 'identity.tidy')
  expect((await rows()).length).toBeGreaterThan(0)
  later(CODE_DAY_MS)
  await tidy?.run({ db, now: servers[0].clock.now(), signal: new AbortController().signal })
  expect(await rows()).toEqual([])
})
