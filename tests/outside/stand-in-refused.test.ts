import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startServer } from '../support/running-server.ts'

const STAND_IN = { WATTYARD_WECHAT_PAY_STAND_IN: 'http://127.0.0.1:9', WATTYARD_DEMO_FLEET: '0' }
/** The product brings its own engine here. */
const LEFT_OUT = process.env.WATTYARD_TEST_DATABASE?.startsWith('postgres') === true || process.platform !== 'linux'

it.skipIf(LEFT_OUT)(
  'data made in production never meets a stand-in of WeChat Pay, whatever profile a later start names',
  { timeout: 120_000 },
  async () => {
    // Somebody's own terminal stops the server without taking the folder away.
    const made = await startServer({
      WATTYARD_PROFILE: 'production',
      WATTYARD_TRUST_PROXY: 'none',
      WATTYARD_DEMO_FLEET: '0',
    })
    try {
      const gone = new Promise(done => made.child.once('exit', done))
      made.child.kill('SIGTERM')
      await gone
      for (const profile of ['demo', 'development']) {
        const start = startServer({ ...STAND_IN, WATTYARD_PROFILE: profile, WATTYARD_DATA: made.dataFolder })
        const why = await start.then(
          async server => {
            await server.stop()
            return `${profile} started`
          },
          (error: Error) => error.message,
        )
        expect(why).toContain('which was made for production')
        expect(why).toContain('Start without WATTYARD_WECHAT_PAY_STAND_IN')
        expect(why).not.toContain('    at ')
      }
    } finally {
      made.child.kill('SIGKILL')
      rmSync(made.dataFolder, { recursive: true, force: true })
    }
  },
)
