import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { col, databaseOn, newId, postgresPool, runningPostgres } from '@wattyard/server-kit'
import { expect, it } from 'vitest'
import { type RunningServer, startServer } from '../support/running-server.ts'

/** The product brings its own engine here. */
const LEFT_OUT = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true || process.platform !== 'linux'

async function inDatabase<T>(server: RunningServer, work: (db: ReturnType<typeof databaseOn>) => Promise<T>) {
  const socket = runningPostgres(server.dataFolder)
  if (!socket) throw new Error('the engine does not run')
  const db = databaseOn(postgresPool({ socket, size: 1 }))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

it.skipIf(LEFT_OUT)(
  'after kill -9 in the middle of its beats the next process on the data folder does not wait for their leases',
  { timeout: 120_000 },
  async () => {
    const environment = { WATTYARD_DEMO_FLEET: '0' }
    const killed = await startServer(environment)
    let next: RunningServer | null = null
    try {
      // As if it had been killed while every beat ran, with leases that outlive this test.
      const names = await inDatabase(killed, async db => {
        await expect
          .poll(() => db.platform(tx => tx.query({ name: col.text }, 'select name from kernel_job')), {
            timeout: 20_000,
          })
          .toContainEqual({ name: 'payments.askChannels' })
        const rows = await db.platform(tx =>
          tx.query(
            { name: col.text },
            "update kernel_job set lease_owner = $1, lease_until = now() + interval '1 hour' where name like 'payments.%' or name = 'kernel.outbox' returning name",
            [newId()],
          ),
        )
        return rows.map(row => row.name)
      })
      const gone = once(killed.child, 'exit')
      killed.child.kill('SIGKILL')
      await gone
      const begun = Date.now()
      next = await startServer({ ...environment, WATTYARD_DATA: killed.dataFolder })
      await inDatabase(next, db =>
        expect
          .poll(
            async () =>
              (
                await db.platform(tx =>
                  tx.query(
                    { name: col.text },
                    'select name from kernel_job where name = any($1::text[]) and last_finished_at > $2',
                    [names, new Date(begun)],
                  ),
                )
              ).length,
            { timeout: 20_000 },
          )
          .toBe(names.length),
      )
    } finally {
      await next?.stop()
      killed.child.kill('SIGKILL')
      rmSync(killed.dataFolder, { recursive: true, force: true })
    }
  },
)
