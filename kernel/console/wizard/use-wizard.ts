import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import type { WizardStart } from './kept-wizard.tsx'
import { leadBack, type Owner } from './lead-back.ts'

/** The server's code for an idempotency key that another call has used. */
const KEY_REUSED = 'kernel.keyReused'
/** Key of the last step of every wizard. */
export const SUMMARY = 'summary'

export interface CheckedStep extends Owner {
  /**
   * Checks the step and shows its errors, with those that the server has just told of it; returns whether the person may go on.
   */
  readonly check: (told?: Readonly<Record<string, string>>) => boolean
  /** Asks the server about the step's values as they are; rejects with its refusal. Absent where the browser knows all of it. */
  readonly prove?: () => Promise<unknown>
  /** Shows the server's refusals, by the step's own field names. */
  readonly refuse: (errors: Readonly<Record<string, string>>) => void
}

interface WizardOptions<A> {
  readonly steps: readonly CheckedStep[]
  readonly start: WizardStart
  readonly parts: Readonly<Record<string, unknown>>
  readonly submit: (key: string) => Promise<A>
  readonly onDone: (answer: A) => void
}

export interface WizardState {
  readonly step: string
  /** Index of the furthest step reached. */
  readonly reached: number
  readonly isBusy: boolean
  /** Refusals that belong to no step. */
  readonly problems: readonly string[]
  /** Opens a step: an earlier one at once, a later one only over steps without errors. */
  readonly go: (key: string) => void
  readonly finish: () => Promise<void>
}

/** Holds the steps of a wizard, stores its draft, and runs the one call at its end. */
export function useWizard<A>({ steps, start, parts, submit, onDone }: WizardOptions<A>): WizardState {
  const keys = [...steps.map(({ key }) => key), SUMMARY]
  const begun = Math.max(0, keys.indexOf(start.draft?.step ?? ''))
  const [step, setStep] = useState(keys[begun] ?? SUMMARY)
  const [reached, setReached] = useState(begun)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>([])
  const draft = useDraftOf(start, parts, step)

  const open = (to: string): void => {
    setStep(to)
    setReached(before => Math.max(before, keys.indexOf(to)))
  }
  /** Returns whether a step has no errors; those of browser and server are shown together. */
  const passes = async (one: CheckedStep): Promise<boolean> => {
    try {
      await one.prove?.()
      return one.check()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const told = leadBack([one], error.fields).bySteps.get(one.key)
      one.check(told)
      // Nobody answered, or what is wrong belongs to no field.
      if (told === undefined) setProblems([error.message])
      return false
    }
  }
  const go = async (to: string): Promise<void> => {
    const ahead = steps.slice(keys.indexOf(step), keys.indexOf(to))
    setProblems([])
    setBusy(ahead.some(({ prove }) => prove !== undefined))
    try {
      for (const one of ahead)
        if (!(await passes(one))) {
          if (one.key !== step) open(one.key)
          return
        }
      open(to)
    } finally {
      setBusy(false)
    }
  }
  const finish = async (): Promise<void> => {
    const unready = steps.find(one => !one.check())
    setProblems([])
    if (unready) return open(unready.key)
    setBusy(true)
    try {
      const answer = await draft.send(submit)
      draft.end()
      onDone(answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { bySteps, first, rest } = leadBack(steps, error.fields)
      for (const one of steps) {
        const own = bySteps.get(one.key)
        if (own) one.refuse(own)
      }
      if (first !== null) open(first)
      setProblems(first === null && rest.length === 0 ? [error.message] : [...new Set(rest.map(([, said]) => said))])
    } finally {
      setBusy(false)
    }
  }
  return {
    step,
    reached,
    isBusy,
    problems,
    go: to => void go(to),
    finish,
  }
}

/** Stores the draft at every change, and sends it under one key as long as it is unchanged. */
function useDraftOf(start: WizardStart, parts: Readonly<Record<string, unknown>>, step: string) {
  const { keeper } = start
  // The key belongs to the content in the draft; a change starts a new key.
  const key = useRef(start.draft?.key ?? null)
  const isDone = useRef(false)
  const text = JSON.stringify(parts)
  const kept = useRef({ text, step })
  const keepDraft = useEffectEvent((): void => {
    if (isDone.current || (kept.current.text === text && kept.current.step === step)) return
    if (kept.current.text !== text) key.current = null
    kept.current = { text, step }
    keeper.write({ step, parts, ...(key.current === null ? {} : { key: key.current }) })
  })
  useEffect(() => keepDraft(), [text, step])
  const sendOnce = async <A>(submit: (key: string) => Promise<A>): Promise<A> => {
    const own = (key.current ??= newIdempotencyKey())
    // Stored before the send: after a crash in between, the person sends the same content under the same key, which the server
    // recognises.
    keeper.write({ step, parts, key: own })
    return submit(own)
  }
  return {
    async send<A>(submit: (key: string) => Promise<A>): Promise<A> {
      try {
        return await sendOnce(submit)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== KEY_REUSED) throw error
        key.current = null
        return sendOnce(submit)
      }
    },
    end(): void {
      isDone.current = true
      keeper.drop()
    },
  }
}
