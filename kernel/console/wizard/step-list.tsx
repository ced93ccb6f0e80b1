import { CheckOutlined, ExclamationOutlined } from '@ant-design/icons'
import { useWords } from '../words/use-words.ts'

export type StepState = 'done' | 'current' | 'problem' | 'reached' | 'ahead'

interface StepListProps {
  readonly steps: readonly { readonly key: string; readonly title: string; readonly state: StepState }[]
  readonly current: string
  readonly onGo: (key: string) => void
}

/** Draws the steps of a wizard and their states; steps already reached can be opened. */
export function StepList({ steps, current, onGo }: StepListProps) {
  const { t } = useWords()
  return (
    <nav className="w-steps" aria-label={t('kit.wizard.steps')}>
      <ol>
        {steps.map(({ key, title, state }, at) => (
          <li key={key} data-state={state}>
            <button
              type="button"
              aria-current={key === current ? 'step' : undefined}
              disabled={state === 'ahead'}
              onClick={() => onGo(key)}
            >
              <span className="w-step-mark" aria-hidden="true">
                {state === 'done' ? <CheckOutlined /> : state === 'problem' ? <ExclamationOutlined /> : at + 1}
              </span>
              <span>{title}</span>
              <span className="w-sr">{t(`kit.wizard.state.${state}`)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
