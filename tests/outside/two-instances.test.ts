import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { aRole, aUser } from '@wattyard/identity/testing'
import { databaseOn, newId, postgresPool, col } from '@wattyard/server-kit'
import { clientAt, scratchFolder } from '@wattyard/testing'
import { expect, it } from 'vitest'
import { Person } from '../support/person.ts'
import { ADMIN_PASSWORD, startServer } from '../support/running-server.ts'

const given = process.env.WATTYARD_TEST_DATABASE ?? ''

// Two processes on one database: only where the tests run on a server of their own.
it.skipIf(!given.startsWith('postgres'))(
  'what a role may is another thing from the next request on, and who is disabled hears nothing more, at every process',
  { timeout: 180_000 },
  async () => {
    const name = `wattyard_two_${newId().replaceAll('-', '').slice(8)}`
    const admin = clientAt({ url: given }, 'postgres')
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(given)
    url.pathname = `/${name}`
    const environment = { DATABASE_URL: url.href, WATTYARD_DEMO_FLEET: '0' }
    const first = await startServer(environment)
    // Two processes of one installation have its secrets both.
    const folder = scratchFolder('wattyard-two-')
    copyFileSync(join(first.dataFolder, 'secrets.json'), join(folder, 'secrets.json'))
    const second = await startServer({ ...environment, WATTYARD_DATA: folder })
    const db = databaseOn(postgresPool({ url: url.href, size: 2 }))
    try {
      const [home] = await db.platform(tx =>
        tx.query({ tenant_id: col.uuid }, 'select tenant_id from identity_tenant where is_home'),
      )
      const tenantId = home?.tenant_id ?? ''
      const roleId = await aRole(db, tenantId, { permissions: ['assets.station:read'] })
      const { loginName, password } = await aUser(db, tenantId, { roleIds: [roleId] })
      const owner = new Person()
      await owner.signIn(first.url, 'admin', ADMIN_PASSWORD)
      const person = new Person()
      await person.signIn(first.url, loginName, password)
      const status = async (server: { url: string }) =>
        (await person.call(server.url, '/api/device/station/list', {})).status
      const grant = async (server: { url: string }, permissions: string[]) =>
        expect(await owner.call(server.url, '/api/sys/role/save', { id: roleId, permissions })).toMatchObject({
          success: true,
        })
      for (let round = 0; round < 5; round++) {
        expect([await status(first), await status(second)]).toEqual([200, 200])
        await grant(first, ['assets.pile:read'])
        // The first request to the other process is the next one.
        expect([await status(second), await status(first)]).toEqual([403, 403])
        await grant(second, ['assets.station:read'])
      }
      expect([await status(first), await status(second)]).toEqual([200, 200])
      // Disabled at one process: the streams that the other holds end too, within a second.
      const streams = [await person.listen(first.url), await person.listen(second.url)]
      const others = await owner.listen(second.url)
      const [disabled] = await db.platform(tx =>
        tx.query({ id: col.uuid }, 'select id from identity_user where login_name = $1', [loginName]),
      )
      expect(await owner.call(first.url, '/api/sys/user/disable', { id: disabled?.id ?? '' })).toMatchObject({
        success: true,
      })
      await expect.poll(() => streams.map(isOpen => isOpen()), { timeout: 1_500 }).toEqual([false, false])
      expect(others()).toBe(true)
    } finally {
      await db.close()
      await Promise.all([first.stop(), second.stop()])
      rmSync(folder, { recursive: true, force: true })
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)
