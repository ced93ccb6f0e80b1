import type { Pool } from '@wattyard/server-kit'
import { calm } from './fault-plan.ts'
import type { VirtualPile } from './virtual-pile.ts'
import { makeWorld, type World } from './world.ts'

const STEPS = 7
const STEP_MS = 5 * 60_000
/** A round is what a network needs: every pile may send one call and hear one answer. */
const ROUND_MS = 3_000
const ROUNDS = 3
/** Steps of the quiet end until everything has got through; a pile that is still waiting then waits for ever. */
const MAX_QUIET_STEPS = 40
const QUIET_ROUNDS = 8
/** Each connector of the largest pile says its word, and one round for what was before. */
const LAST_ROUNDS = 5
const HOUR_MS = 3_600_000
const SUPERVISE_HOURS = 27

/** Lives through one seed. What is left in the world is for the invariants to judge. */
export async function runSeed(pool: Pool, seed: number): Promise<World> {
  const world = await makeWorld(pool, seed)
  await world.boot()
  const faults = schedule(world)
  for (let step = 0; step < STEPS; step++) {
    await liveStep(world, step)
    for (let round = 0; round < ROUNDS; round++) {
      for (const fault of faults) if (fault.step === step && fault.round === round) world.process?.pool.arm(fault)
      // Nothing lags for minutes: the last round before the clock moves on is settled.
      await playRound(world, round < ROUNDS - 1 && world.random.chance(world.plan.lag))
    }
    await endStep(world)
  }
  await comeToRest(world)
  return world
}

/** When the database fails, and how many statements into the round. */
function schedule({ random, plan }: World) {
  const one = (kind: 'crash' | 'cut') => ({
    kind,
    moment: random.pick<'before' | 'after'>(['before', 'after']),
    in: random.int(1, 40),
    step: random.int(0, STEPS - 1),
    round: random.int(0, ROUNDS - 1),
  })
  return [
    ...Array.from({ length: plan.crashes }, () => one('crash')),
    ...Array.from({ length: plan.cuts }, () => one('cut')),
  ]
}

/** What drivers, cars and the weather do in five minutes. */
async function liveStep(world: World, step: number): Promise<void> {
  const { random, plan } = world
  for (const pile of world.piles) {
    pile.flow(STEP_MS)
    disturb(world, pile)
    for (const session of Array.from(pile.running.values())) {
      if (random.chance(0.25)) pile.stop(session, 'Local')
      else if (random.chance(0.8)) pile.measure(session)
    }
    for (let connector = 1; connector <= pile.traits.connectors; connector++) {
      if (!pile.isFree(connector) || !random.chance(step === 0 ? 0.4 : 0.15)) continue
      pile.start(connector, drawTag(world))
    }
    if (random.chance(plan.foreign)) trespass(world, pile)
  }
  await connectAll(world)
}

function drawTag({ random, plan, members, piles }: World): string {
  if (random.chance(plan.unknownTag)) return `NOBODY${random.int(1, 99)}`
  const busy = new Set(piles.flatMap(pile => [...pile.running.values()].map(one => one.tag)))
  const free = members.filter(member => !busy.has(member.tag))
  const list = random.chance(plan.sharedTag) || free.length === 0 ? members : free
  return list[random.int(0, list.length - 1)]?.tag ?? 'NOBODY'
}

function disturb({ random, plan }: World, pile: VirtualPile): void {
  if (random.chance(plan.cut)) pile.cut()
  if (random.chance(plan.freeze)) pile.freeze()
  if (random.chance(plan.offline)) {
    pile.cut()
    pile.awaySteps = random.int(1, 4)
  }
  if (random.chance(plan.reboot))
    pile.reboot({ meterReset: random.chance(plan.meterReset), forget: random.chance(plan.forget) })
  // Never by whole steps: charges begin at those, and each message of a pile has a time of its own.
  if (random.chance(plan.retell)) pile.retell(random.pick([-7, 3, 40, 611]))
  if (random.chance(plan.reorder)) pile.reorder()
}

function trespass({ random, piles }: World, pile: VirtualPile): void {
  const other = piles[random.int(0, piles.length - 1)]
  if (other === undefined || other === pile || other.traits.protocol !== pile.traits.protocol) return
  const [victim] = [...other.running.values()].filter(session => session.wireId !== null)
  if (victim?.wireId) pile.trespass(victim.wireId)
}

async function connectAll(world: World): Promise<void> {
  const { process } = world
  if (process === null) return
  const away = world.piles.filter(pile => pile.line === null && pile.awaySteps === 0)
  await Promise.race([Promise.all(away.map(pile => pile.connect(process.door))), process.dead])
  await afterDeath(world)
}

/** One exchange: calls go out, are stored, answered, and mostly worked through. */
async function playRound(world: World, lagging: boolean): Promise<void> {
  const { process } = world
  if (process === null) return afterDeath(world)
  world.clock.advance(ROUND_MS)
  process.wheel.turn()
  for (const pile of world.piles) pile.pump()
  await turns()
  // While a connection is being lost only a settling round may run: its pauses are real time.
  if (!lagging || process.pool.struck.length > 0)
    await Promise.race([process.gateway.settled(), process.dead]).catch(noted(world))
  await turns()
  await afterDeath(world)
}

const noted = (world: World) => (error: unknown) => void world.story.push(`settling failed: ${String(error)}`)

/** Lets everything that is not waiting for a timer come to an end. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(done => setImmediate(done))
}

async function endStep(world: World): Promise<void> {
  const { plan, process } = world
  for (const pile of world.piles) {
    if (pile.awaySteps > 0) pile.awaySteps--
    pile.unanswered()
    // A line that answers nothing any more is given up.
    if (pile.line !== null && pile.line.frozen) pile.cut()
  }
  if (plan.supervised && process !== null) await supervise(world)
  world.clock.advance(STEP_MS - ROUNDS * ROUND_MS)
  process?.wheel.turn()
  await turns()
  await afterDeath(world)
}

async function supervise(world: World): Promise<void> {
  const { process, clock } = world
  if (process === null) return
  for (const job of process.jobs) {
    const run = job.run({ db: process.db, now: clock.now(), signal: new AbortController().signal })
    await Promise.race([run, process.dead]).catch(
      (error: unknown) => void world.story.push(`${job.name}: ${String(error)}`),
    )
  }
}

/** A dead process is buried and another one started, as its supervisor would. */
async function afterDeath(world: World): Promise<void> {
  const { process } = world
  if (process !== null && !process.pool.isDead) return
  if (process !== null) {
    world.story.push(...process.pool.struck)
    for (const pile of world.piles) pile.hangUp()
    world.process = null
    world.lives++
    // What is left of it only has to let its timers go.
    process.gateway.stop().catch(() => {})
  }
  await world.boot()
  await connectAll(world)
}

/** No more faults: everybody comes back, everything that was kept gets through, everything ends. */
async function comeToRest(world: World): Promise<void> {
  world.story.push(...(world.process?.pool.struck ?? []))
  world.process?.pool.disarm()
  Object.assign(world.plan, calm(world.plan))
  for (const pile of world.piles) {
    pile.awaySteps = 0
    for (const session of Array.from(pile.running.values())) pile.stop(session, 'Local')
  }
  for (let step = 0; step < MAX_QUIET_STEPS && world.piles.some(pile => !pile.isIdle || pile.line === null); step++) {
    await connectAll(world)
    for (let round = 0; round < QUIET_ROUNDS && world.piles.some(pile => !pile.isIdle); round++)
      await playRound(world, false)
    await endStep(world)
  }
  if (world.plan.supervised) await waitForLost(world)
  // The last word of every pile is one that tells a fact, so that the cursor has somewhere to go.
  for (const pile of world.piles) pile.sayIdle()
  for (let round = 0; round < LAST_ROUNDS; round++) await playRound(world, false)
}

/** Sessions whose pile has forgotten them are given up by the supervisor after a day. */
async function waitForLost(world: World): Promise<void> {
  for (let hour = 0; hour < SUPERVISE_HOURS; hour += 9) {
    world.clock.advance(9 * HOUR_MS)
    await supervise(world)
    await playRound(world, false)
  }
}
