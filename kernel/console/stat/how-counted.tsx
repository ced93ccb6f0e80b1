import { QuestionCircleOutlined } from '@ant-design/icons'
import { useWords } from '../words/use-words.ts'
import { Popover } from '../ui/popover.tsx'

/** Draws a question mark beside a figure or a chart that opens the explanation of how it is counted. */
export function HowCounted({ label, hint }: { readonly label: string; readonly hint: string }) {
  const { t } = useWords()
  const name = `${label}: ${t('kit.stat.hint')}`
  return (
    <Popover
      label={name}
      width={280}
      button={props => (
        <button
          type="button"
          className="w-icon-button w-how-counted w-no-print"
          aria-label={name}
          title={t('kit.stat.hint')}
          {...props}
        >
          <QuestionCircleOutlined />
        </button>
      )}
    >
      {() => <p className="w-how-counted-text">{hint}</p>}
    </Popover>
  )
}
