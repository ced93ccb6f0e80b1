import { LockOutlined } from '@ant-design/icons'
import { StatusTag, useWords } from '@wattyard/console-kit'
import type { DayOfBills } from '../../contract/index.ts'

interface DayProps {
  readonly day: DayOfBills
  readonly isClosable: boolean
  readonly onSeal: (closing: string) => void
  readonly onClose: (day: string) => void
}

/** Draws whether a day is closed, the button to its proof, and the one that closes it. */
export function DayState(props: DayProps) {
  return (
    <span className="fb-state">
      <StatusTag of="finance.dailyBill.state" value={props.day.state} />
      <DayActions {...props} />
    </span>
  )
}

interface DayActionsProps extends DayProps {
  /** In a narrow column whose head says what it is about: a sign and a short word. */
  readonly isShort?: boolean
}

/** Draws the button to the proof of a closed day, or the one that closes the next day. */
export function DayActions({ day, isClosable, isShort = false, onSeal, onClose }: DayActionsProps) {
  const { t } = useWords()
  const { closing } = day
  const proof = t('finance.bill.proof')
  return (
    <>
      {closing !== null && (
        <button
          type="button"
          className={isShort ? 'w-icon-button' : 'w-link-button'}
          {...(isShort ? { 'aria-label': proof, title: proof } : {})}
          onClick={() => onSeal(closing)}
        >
          <LockOutlined aria-hidden="true" /> {!isShort && proof}
        </button>
      )}
      {isClosable && (
        // On paper the day's state stands beside its name, and a button is no state.
        <button type="button" className="w-link-button w-no-print" onClick={() => onClose(day.day)}>
          {t(isShort ? 'finance.home.action.close' : 'finance.dayClose.close')}…
        </button>
      )}
    </>
  )
}
