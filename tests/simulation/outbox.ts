import type { Frame } from './dialects.ts'
import type { PhysicalSession } from './physical-session.ts'
import type { PileTraits } from './surroundings.ts'

export type MessageKind = 'boot' | 'status' | 'authorize' | 'start' | 'meter' | 'stop' | 'foreign'

/** What was sent, so that a repetition is one. */
export interface Sent {
  id: string
  action: string
  payload: string
}

export interface Message {
  kind: MessageKind
  session: PhysicalSession | null
  build: () => Frame
  /** Null until it is written down. */
  sent: Sent | null
}

/** Acknowledged messages that may come back from some router's buffer. */
const MAX_LATE = 40

/** What a pile has to say: it keeps what matters until it is answered. */
export class Outbox {
  /** Acknowledged long ago, newest last. */
  readonly acked: Message[] = []
  readonly #traits: PileTraits
  #kept: Message[] = []
  #chatter: Message[] = []
  #outstanding: { message: Message; id: string } | null = null
  #ids = 0

  constructor(traits: PileTraits) {
    this.#traits = traits
  }

  get isIdle(): boolean {
    return this.#kept.length === 0 && this.#chatter.length === 0 && this.#outstanding === null
  }

  /** A call is out and its answer has not come. */
  get awaitsAnswer(): boolean {
    return this.#outstanding !== null
  }

  /** Messages that are kept until they are answered. */
  get waiting(): number {
    return this.#kept.length
  }

  newId(): string {
    return `${this.#traits.index}-${++this.#ids}`
  }

  /** Has to get through, whenever that will be. */
  keep(kind: 'start' | 'meter' | 'stop', session: PhysicalSession, build: () => Frame): void {
    const message: Message = { kind, session, build, sent: null }
    const atOnce = this.#traits.writesAtOnce || this.#traits.protocol === 'ocpp2.0.1'
    if (atOnce) message.sent = { id: this.newId(), ...written(build()) }
    this.#kept.push(message)
  }

  /** Is said on this line or never. */
  say(kind: MessageKind, build: () => Frame): void {
    this.#chatter.push({ kind, session: null, build, sent: null })
  }

  next(): Message | null {
    return this.#chatter.shift() ?? this.#kept.shift() ?? null
  }

  /** Writes the message as it goes out; from now on its answer is waited for. */
  send(message: Message): Sent {
    const fresh = message.sent === null || !this.#traits.keepsIds
    if (message.sent === null) message.sent = { id: '', ...written(message.build()) }
    if (fresh) message.sent.id = this.newId()
    this.#outstanding = { message, id: message.sent.id }
    return message.sent
  }

  /** The message that this id answers. */
  answeredBy(id: string): Message | null {
    return this.#outstanding?.id === id ? this.#outstanding.message : null
  }

  /** The answer was heard, whatever it says. */
  settle(): void {
    this.#outstanding = null
  }

  noteAcked(message: Message): void {
    if (!isKept(message)) return
    this.acked.push(message)
    if (this.acked.length > MAX_LATE) this.acked.shift()
  }

  /** The answer did not come in time: the message stays where it was and will be sent again. */
  unanswered(): void {
    const outstanding = this.#outstanding
    this.#outstanding = null
    if (outstanding !== null) this.#putBack(outstanding.message)
  }

  /** Not taken: a pile sends it again before all others, as a new call. */
  again(message: Message): void {
    if (message.sent !== null) message.sent.id = this.newId()
    this.#putBack(message)
  }

  #putBack(message: Message): void {
    if (isKept(message)) this.#kept.unshift(message)
  }

  /** The line is lost, and with it what would only have been said on it. */
  hangUp(): void {
    this.unanswered()
    this.#chatter = []
  }

  rearrange(order: (kept: readonly Message[]) => Message[]): void {
    this.#kept = order(this.#kept)
  }

  speaksOf(session: PhysicalSession): boolean {
    return this.#kept.some(one => one.session === session)
  }

  forget(): void {
    this.#kept = []
  }
}

const isKept = ({ kind }: Message): boolean => kind === 'start' || kind === 'meter' || kind === 'stop'

const written = ({ action, payload }: Frame) => ({ action, payload: JSON.stringify(payload) })
