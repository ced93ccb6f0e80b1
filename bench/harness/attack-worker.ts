import { constants, setPriority } from 'node:os'
import { ATTACKS, type Outcomes, type Target } from './attacks.ts'

/** What the bench asks of its attacker: everything at once, for so long. */
export interface AttackAsk {
  target: Target
  attacks: readonly string[]
  duration_ms: number
}

async function attack({ target, attacks, duration_ms }: AttackAsk): Promise<Record<string, Outcomes>> {
  const outcomes: Record<string, Outcomes> = {}
  const until = AbortSignal.timeout(duration_ms)
  await Promise.all(
    attacks.map(async name => {
      const own: Outcomes = {}
      outcomes[name] = own
      await ATTACKS[name]?.(target, until, outcome => {
        own[outcome] = (own[outcome] ?? 0) + 1
      })
    }),
  )
  return outcomes
}

// An attacker has a machine of its own; here it gets what the others leave.
setPriority(constants.priority.PRIORITY_LOW)

process.on('message', (ask: AttackAsk) => {
  attack(ask).then(
    result => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
