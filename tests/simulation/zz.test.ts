import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll } from 'vitest'
import { judgeSeeds } from './judge-seeds.ts'
const s = new Session()
beforeAll(async () => {
  s.connect()
  await s.post('Profiler.enable')
  await s.post('Profiler.setSamplingInterval', { interval: 500 })
  await s.post('Profiler.start')
})
afterAll(async () => {
  const { profile } = await s.post('Profiler.stop')
  writeFileSync('/tmp/prof/sim.cpuprofile', JSON.stringify(profile))
})
judgeSeeds(0, 20)
