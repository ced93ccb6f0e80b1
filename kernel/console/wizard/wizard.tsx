import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { When } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import type { WizardStart } from './kept-wizard.tsx'
import { StepList, type StepState } from './step-list.tsx'
import { type CheckedStep, SUMMARY, useWizard } from './use-wizard.ts'
import './wizard.css'

/** One step: a definition's form, or any other content with a check. */
export interface WizardStep extends CheckedStep {
  readonly title: string
  readonly body: ReactNode
  /** Whether it has an error now. */
  readonly hasProblem: boolean
  /** Content of the step, for the last check before the send. */
  readonly summary: ReactNode
}

export interface WizardProps<A> {
  readonly start: WizardStart
  readonly steps: readonly WizardStep[]
  /** Content of the draft, by the wizard's own names; values of definitions are filtered by `keptValues`. */
  readonly parts: Readonly<Record<string, unknown>>
  /** Text of the last step's button. */
  readonly finish: string
  /** The one call that creates everything; throws an `ApiError`. The same key means the same call again. */
  readonly submit: (key: string) => Promise<A>
  readonly onDone: (answer: A) => void
}

/**
 * Draws steps, a summary and the one call at the end. Input is stored as a draft, so leaving does not ask. A refusal of the
 * server leads back to its step and field.
 */
export function Wizard<A>({ start, steps, parts, finish, submit, onDone }: WizardProps<A>) {
  const { t } = useWords()
  const id = useId()
  const wizard = useWizard({ steps, start, parts, submit, onDone })
  const { step, reached } = wizard
  const shown = steps.find(({ key }) => key === step)
  const all = [...steps, { key: SUMMARY, title: t('kit.wizard.summary'), hasProblem: false }]
  const at = all.findIndex(({ key }) => key === step)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => heading.current?.focus(), [step])

  const stateOf = (key: string, place: number, hasProblem: boolean): StepState => {
    if (key === step) return 'current'
    if (hasProblem) return 'problem'
    if (place > reached) return 'ahead'
    return key === SUMMARY ? 'reached' : 'done'
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (wizard.isBusy) return
    if (shown) wizard.go(all[at + 1]?.key ?? SUMMARY)
    else void wizard.finish()
  }
  const before = all[at - 1]
  return (
    <Dialog
      open
      kind="drawer"
      width={920}
      title={start.title}
      onClose={start.onClose}
      foot={
        <>
          <Kept start={start} />
          {before && <Button onClick={() => wizard.go(before.key)}>{t('kit.wizard.back')}</Button>}
          <Button type="primary" htmlType="submit" form={id} loading={wizard.isBusy}>
            {shown ? t('kit.wizard.next') : finish}
          </Button>
        </>
      }
    >
      <div className="w-wizard">
        <StepList
          steps={all.map(({ key, title, hasProblem }, place) => ({
            key,
            title,
            state: stateOf(key, place, hasProblem),
          }))}
          current={step}
          onGo={wizard.go}
        />
        <form id={id} className="w-form w-wizard-step" noValidate onSubmit={onSubmit}>
          {start.keeper.isChangedElsewhere && (
            <div className="w-banner" data-tone="wait" role="alert">
              <span className="w-grow">{t('kit.wizard.elsewhere')}</span>
              <Button size="small" onClick={start.reload}>
                {t('kit.wizard.load')}
              </Button>
            </div>
          )}
          {wizard.problems.map(problem => (
            <div key={problem} className="w-banner" data-tone="bad" role="alert">
              {problem}
            </div>
          ))}
          <h3 ref={heading} tabIndex={-1} data-autofocus="">
            {all[at]?.title}{' '}
            <small className="w-quiet">{t('kit.wizard.stepOf', { at: at + 1, all: all.length })}</small>
          </h3>
          {shown ? shown.body : <Summary steps={steps} onEdit={wizard.go} />}
        </form>
      </div>
    </Dialog>
  )
}

function Summary({ steps, onEdit }: { steps: readonly WizardStep[]; onEdit: (key: string) => void }) {
  const { t } = useWords()
  return steps.map(({ key, title, summary }) => (
    <section key={key} className="w-wizard-part">
      <header>
        <h4>{title}</h4>
        <button type="button" className="w-link-button" onClick={() => onEdit(key)}>
          {t('kit.edit')} <span className="w-sr">{title}</span>
        </button>
      </header>
      {summary}
    </section>
  ))
}

/** Draws whether the input is stored. */
function Kept({ start: { keeper, draft } }: { start: WizardStart }) {
  const { t } = useWords()
  if (keeper.isRefused) return <span className="w-grow w-wizard-kept">{t('kit.wizard.notKept')}</span>
  const at = keeper.keptAt ?? draft?.at ?? null
  return (
    <span className="w-grow w-wizard-kept">
      {at !== null && (
        <>
          {t('kit.wizard.kept')} <When at={at} clockOnly />
        </>
      )}
    </span>
  )
}
