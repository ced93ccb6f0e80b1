import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@wattyard/server-kit'
import { clientAt } from '@wattyard/testing'
import { expect, it } from 'vitest'
import { runCommand } from '../support/run-command.ts'
import { startServer } from '../support/running-server.ts'

const given = process.env.WATTYARD_TEST_DATABASE ?? ''

// The product on a PostgreSQL server that is not its own: only where the tests run on one.
it.skipIf(!given.startsWith('postgres'))(
  'DATABASE_URL takes the place of the engine in the data folder',
  { timeout: 120_000 },
  async () => {
    const name = `wattyard_run_${newId().replaceAll('-', '').slice(8)}`
    const admin = clientAt({ url: given }, 'postgres')
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(given)
    url.pathname = `/${name}`
    const environment = { DATABASE_URL: url.href, WATTYARD_DEMO_FLEET: '0' }
    const server = await startServer(environment)
    try {
      expect(existsSync(join(server.dataFolder, 'postgres'))).toBe(false)
      const added = await runCommand(
        ['pile', 'add', 'OWN-1', '--station', 'SZ001', '--json'],
        server.dataFolder,
        environment,
      )
      expect(added).toMatchObject({ code: 0, output: expect.stringContaining('OWN-1') })
      const verified = await runCommand(['ledger', 'verify', '--json'], server.dataFolder, environment)
      expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('"ok": true') })
    } finally {
      await server.stop()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)
