export { aSession, type GeneratedSession, type SessionOptions } from './a-session.ts'
export {
  type ChargingServer,
  chargingServer,
  type ChargingWorld,
  type SessionFacts,
  START,
  wait,
  type WorldWishes,
} from './charging-world.ts'
export { type Faults, resend, withFaults } from './faults.ts'
export { type Random, seededRandom } from './random.ts'
