import { type Car, charge, MWH_PER_WH, powerOf, type Reading, readMeter, type Supply } from './charging.ts'
import type { PileSession, Phase, StopCause } from './dialect.ts'

/** Services that a connector needs from its pile. */
export interface ConnectorHost {
  /** Returns what a plug gets with the current number of plugs in use. */
  supply(): Supply
  /** Called before the number of plugs in use changes, so that the energy until now is counted at the old share. */
  shareChanges(): void
  /** Clock of the pile. It never runs backwards while a plug is in use. */
  now(): number
  meterInterval_ms(): number
  newSessionId(): string
  showStatus(connector: number, phase: Phase, faultCode: string | null): void
  sendStarted(session: PileSession): void
  sendMeter(session: PileSession, reading: Reading): void
  sendStopped(session: PileSession, reading: Reading, cause: StopCause): void
}

/** One plug with its car, its phase and its meter. An action that is invalid in the current phase is refused. */
export class Connector {
  readonly number: number
  readonly #host: ConnectorHost
  #phase: Phase = 'idle'
  #car: Car | null = null
  #session: PileSession | null = null
  #register_mwh: number
  #tickedAt = 0
  #timer: NodeJS.Timeout | null = null
  #faultCode: string | null = null
  #inoperativeSoon = false

  constructor(number: number, register_wh: number, host: ConnectorHost) {
    this.number = number
    this.#host = host
    this.#register_mwh = register_wh * MWH_PER_WH
  }

  get phase(): Phase {
    return this.#phase
  }

  get faultCode(): string | null {
    return this.#faultCode
  }

  get session(): PileSession | null {
    return this.#session
  }

  get car(): Car | null {
    return this.#car
  }

  plugIn(car: Car): boolean {
    if (this.#phase !== 'idle') return false
    this.#car = car
    this.#enter('plugged')
    return true
  }

  begin(tag: string, remoteStartId: number | null): boolean {
    if ((this.#phase !== 'plugged' && this.#phase !== 'finishing') || this.#car === null) return false
    this.#host.shareChanges()
    const start = this.#reading(false)
    this.#session = {
      localId: this.#host.newSessionId(),
      connector: this.number,
      tag,
      remoteStartId,
      start,
      transactionId: null,
      seqNo: 0,
    }
    this.#tickedAt = start.at
    this.#host.sendStarted(this.#session)
    this.#enter('charging')
    this.#plan()
    return true
  }

  /** Ends the charge. The cable stays plugged in, except after `unplugged`. */
  stop(cause: StopCause): boolean {
    const session = this.#session
    if (session === null) return false
    this.#host.shareChanges()
    this.#cancelTimer()
    const end = this.#reading(false)
    this.#session = null
    this.#host.sendStopped(session, end, cause)
    this.#enter(this.#inoperativeSoon ? 'unavailable' : 'finishing')
    this.#inoperativeSoon = false
    return true
  }

  unplug(): boolean {
    if (this.#car === null) return false
    this.stop('unplugged')
    this.#car = null
    if (this.#phase === 'plugged' || this.#phase === 'finishing') this.#enter('idle')
    return true
  }

  fail(code: string): void {
    this.stop('fault')
    this.#faultCode = code
    this.#enter('fault')
  }

  /** Keeps a free plug for a driver who is on the way. */
  reserve(): boolean {
    if (this.#phase !== 'idle') return false
    this.#enter('reserved')
    return true
  }

  /** Ends a reservation. */
  release(): void {
    if (this.#phase === 'reserved') this.#enter('idle')
  }

  repair(): void {
    if (this.#phase !== 'fault') return
    this.#faultCode = null
    this.#enter(this.#car === null ? 'idle' : 'plugged')
  }

  setOperative(operative: boolean): 'accepted' | 'scheduled' {
    if (!operative && this.#session !== null) {
      this.#inoperativeSoon = true
      return 'scheduled'
    }
    this.#inoperativeSoon = false
    if (!operative && this.#phase !== 'fault') this.#enter('unavailable')
    else if (operative && this.#phase === 'unavailable') this.#enter(this.#car === null ? 'idle' : 'plugged')
    return 'accepted'
  }

  /** Sends a reading now, outside the interval. */
  sample(): boolean {
    if (this.#session === null) return false
    this.flow()
    this.#host.sendMeter(this.#session, this.#reading(true))
    return true
  }

  /** Counts the energy that has flowed until now. */
  flow(): void {
    const now = this.#host.now()
    if (this.#car !== null && this.#session !== null) {
      const elapsed_ms = Math.max(0, now - this.#tickedAt)
      this.#register_mwh = charge(this.#host.supply(), this.#car, this.#register_mwh, elapsed_ms)
    }
    this.#tickedAt = now
  }

  /** Restarts the timer after a change of the interval. */
  replan(): void {
    if (this.#session !== null) this.#plan()
  }

  /** Stops the timer without a message, because the pile is being switched off. */
  halt(): void {
    this.#cancelTimer()
  }

  #enter(phase: Phase): void {
    if (this.#phase === phase) return
    this.#phase = phase
    this.#host.showStatus(this.number, phase, this.#faultCode)
  }

  #tick(): void {
    const session = this.#session
    const car = this.#car
    if (session === null || car === null) return
    this.flow()
    this.#host.sendMeter(session, this.#reading(true))
    if (car.soc_permille >= car.target_permille) this.stop('full')
    else this.#plan()
  }

  /** Plans the next reading after the interval, or earlier if the car is full by then. */
  #plan(): void {
    this.#cancelTimer()
    const car = this.#car
    if (car === null) return
    const room_wh = ((car.target_permille - car.soc_permille) / 1_000) * car.capacity_wh
    const power_w = Math.max(1, powerOf(this.#host.supply(), car))
    const full_ms = Math.ceil((room_wh * 3_600_000) / power_w)
    this.#timer = setTimeout(() => this.#tick(), Math.max(10, Math.min(this.#host.meterInterval_ms(), full_ms)))
  }

  #cancelTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #reading(flowing: boolean): Reading {
    return readMeter(this.#host.supply(), this.#car, this.#register_mwh, flowing, this.#host.now())
  }
}
