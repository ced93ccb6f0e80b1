import type { TriggerMessageName } from '@wattyard/ocpp-frame'
import type { Car } from './charging.ts'
import type { Connector } from './connector.ts'
import type { Dialect, Message, PileControls } from './dialect.ts'

/** Remote start that waits for a car at its plug. */
export interface RemoteStart {
  tag: string
  remoteStartId: number | null
}

/** Parts of a pile that commands use. */
export interface CommandTarget {
  readonly identity: string
  readonly dialect: Dialect
  readonly connectors: readonly Connector[]
  readonly remoteStarts: Map<number, RemoteStart>
  readonly carForRemoteStart: ((connector: number) => Car) | null
  /** Duration of an upload, a download and an installation each. */
  readonly work_ms: number
  /** Returns whether no other connector of its EVSE has a car. */
  isEvseFree(connector: number): boolean
  plugIn(connector: number, car: Car): boolean
  say(message: Message): void
  sayBoot(): void
  /** Runs an action after the answer was sent; not after the pile was switched off. */
  after(delay_ms: number, act: () => void): void
  heartbeatChanged(): void
  restart(): void
  /** Reconnects with the new key. */
  useKey(key: string): void
  firmwareInstalled(): void
  now(): number
}

const REMOTE_PLUG_MS = 500
const RESET_DELAY_MS = 50
/** A soft reset sends the stops first; a hard one sends them after the boot. */
const SOFT_RESET_DELAY_MS = 200

/** Creates the effects of the server's commands on this pile. Starts, stops and restarts follow the answer, as on a real pile. */
export function createControls(pile: CommandTarget): PileControls {
  return {
    configuration: pile.dialect.configuration,
    connectors: pile.connectors.length,
    remoteStart: (tag, among, remoteStartId) => remoteStart(pile, tag, among, remoteStartId),
    remoteStop: transactionId => {
      const connector = pile.connectors.find(
        ({ session }) => (session?.transactionId ?? session?.localId) === transactionId,
      )
      if (connector !== undefined) pile.after(0, () => connector.stop('remote'))
      return connector !== undefined
    },
    reset: hard => {
      reset(pile, hard)
      return true
    },
    unlock: number => {
      const connector = pile.connectors[number - 1]
      if (connector === undefined) return 'unknown'
      pile.after(0, () => connector.stop('unlock'))
      return 'unlocked'
    },
    setAvailability: (among, operative) => {
      const chosen = chosenOf(pile, among)
      if (chosen.length === 0) return 'rejected'
      const outcomes = chosen.map(connector => connector.setOperative(operative))
      return outcomes.includes('scheduled') ? 'scheduled' : 'accepted'
    },
    setConfiguration: (key, value) => {
      const { configuration, heartbeatIntervalKey, meterIntervalKey, stationKeyKey } = pile.dialect
      const outcome = configuration.set(key, value)
      if (outcome === 'accepted' && key === heartbeatIntervalKey) pile.heartbeatChanged()
      if (outcome === 'accepted' && key === stationKeyKey) pile.after(RESET_DELAY_MS, () => pile.useKey(value))
      if (outcome === 'accepted' && key === meterIntervalKey)
        for (const connector of pile.connectors) connector.replan()
      return outcome
    },
    trigger: (message, among) => trigger(pile, message, among),
    uploadDiagnostics: requestId => {
      pile.after(0, () => pile.say(pile.dialect.diagnosticsStatus('Uploading', requestId)))
      pile.after(pile.work_ms, () => pile.say(pile.dialect.diagnosticsStatus('Uploaded', requestId)))
      return `${pile.identity}-diagnostics.zip`
    },
    updateFirmware: requestId => updateFirmware(pile, requestId),
    sendLater: message => pile.after(0, () => pile.say(message)),
  }
}

function chosenOf(pile: CommandTarget, among: readonly number[] | null): readonly Connector[] {
  return among === null ? pile.connectors : pile.connectors.filter(({ number }) => among.includes(number))
}

/** Accepts a remote start. Of several plugs, one with a car is preferred, else a free one is taken. */
function remoteStart(
  pile: CommandTarget,
  tag: string,
  among: readonly number[] | null,
  remoteStartId: number | null,
): boolean {
  const possible = chosenOf(pile, among).filter(({ number }) => pile.isEvseFree(number))
  const chosen = possible.find(({ phase }) => phase === 'plugged') ?? possible.find(({ phase }) => phase === 'idle')
  if (chosen === undefined) return false
  if (chosen.phase === 'plugged') {
    pile.after(0, () => chosen.begin(tag, remoteStartId))
    return true
  }
  pile.remoteStarts.set(chosen.number, { tag, remoteStartId })
  const car = pile.carForRemoteStart
  if (car !== null) pile.after(REMOTE_PLUG_MS, () => pile.plugIn(chosen.number, car(chosen.number)))
  return true
}

function reset(pile: CommandTarget, hard: boolean): void {
  pile.after(RESET_DELAY_MS, () => {
    for (const connector of pile.connectors) connector.stop(hard ? 'hard-reset' : 'soft-reset')
    pile.after(hard ? 0 : SOFT_RESET_DELAY_MS, () => pile.restart())
  })
}

function updateFirmware(pile: CommandTarget, requestId: number | null): void {
  const steps = ['Downloading', 'Downloaded', 'Installing', 'Installed'] as const
  steps.forEach((status, index) =>
    pile.after(index * pile.work_ms, () => pile.say(pile.dialect.firmwareStatus(status, requestId))),
  )
  pile.after(steps.length * pile.work_ms, () => {
    pile.firmwareInstalled()
    reset(pile, false)
  })
}

function trigger(pile: CommandTarget, message: TriggerMessageName, among: readonly number[] | null): boolean {
  const { dialect } = pile
  const chosen = chosenOf(pile, among)
  switch (message) {
    case 'boot':
      pile.after(0, () => pile.sayBoot())
      return true
    case 'heartbeat':
      pile.after(0, () => pile.say(dialect.heartbeat()))
      return true
    case 'status':
      pile.after(0, () => {
        for (const one of chosen) pile.say(dialect.status(one.number, one.phase, one.faultCode, pile.now()))
      })
      return chosen.length > 0
    case 'meter-values': {
      const running = chosen.filter(connector => connector.session !== null)
      pile.after(0, () => running.forEach(connector => connector.sample()))
      return running.length > 0
    }
    case 'firmware-status':
    case 'diagnostics-status':
      return false
  }
}
