/** What really happened at one connector, whatever anybody was told. */
export interface PhysicalSession {
  /** Name inside the run: pile number, connector, count. */
  name: string
  connector: number
  tag: string
  /** Begun while the pile was cut off, so that nobody could be asked. */
  offline: boolean
  /** True instants, epoch ms. */
  startedAt: number
  endedAt: number | null
  /** Energy that flowed, Wh, in whole pulses of the meter. */
  delivered_wh: number
  /** What the pile's display and frames say, Wh. */
  meterStart_wh: number
  meterStop_wh: number | null
  /** Device time as sent, which names the message among all of its pile. */
  startStamp: string
  stopStamp: string | null
  /** Id on the wire; null until the server has given one (1.6). */
  wireId: string | null
  verdict: string | null
  /** Energy flows. */
  flowing: boolean
  power_w: number
  seqNo: number
  startAcked: boolean
  stopAcked: boolean
  /** When the server has acknowledged the stop. */
  stopAckedAt: number | null
  /** When the pile heard that the start is accepted. */
  acceptedAt: number | null
  /** When the pile was told that the driver charges elsewhere. */
  concurrentAt: number | null
  /** Fractions of a pulse. */
  flow_wh: number
  /** The stop was written down before the pile knew the session's id: it says −1 (as libocpp does). */
  stopUnnamed: boolean
  /** It was refused, and its pile never told a stop. */
  unstopped: boolean
  /** The pile has forgotten it, or part of it. */
  forgotten: boolean
  /** Told once more with another clock: the beginning of the repetition, as sent. */
  retoldAs: string[]
  /** The meter, the clock or a stranger has touched it: it need not be billed. */
  disturbed: boolean
}

type Begun = Pick<
  PhysicalSession,
  'name' | 'connector' | 'tag' | 'offline' | 'startedAt' | 'meterStart_wh' | 'startStamp'
>

/** A session of which nothing has happened but its beginning. */
export function newSession(begun: Begun & Partial<PhysicalSession>): PhysicalSession {
  return {
    endedAt: null,
    delivered_wh: 0,
    meterStop_wh: null,
    stopStamp: null,
    wireId: null,
    verdict: null,
    flowing: false,
    power_w: 0,
    seqNo: 0,
    startAcked: false,
    stopAcked: false,
    stopAckedAt: null,
    acceptedAt: null,
    concurrentAt: null,
    flow_wh: 0,
    stopUnnamed: false,
    unstopped: false,
    forgotten: false,
    retoldAs: [],
    disturbed: false,
    ...begun,
  }
}
