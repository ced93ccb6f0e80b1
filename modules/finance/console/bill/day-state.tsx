import { LockOutlined } from '@ant-design/icons'
import { StatusTag, useWords } from '@wattyard/console-kit'
import type { DayOfBills } from '../../contract/index.ts'

interface DayStateProps {
  day: DayOfBills
  isClosable: boolean
  onSeal: (closing: string) => void
  onClose: (day: string) => void
}

/** Draws whether a day is closed, the button to its proof, and the one that closes it. */
export function DayState({ day, isClosable, onSeal, onClose }: DayStateProps) {
  const { t } = useWords()
  const { closing } = day
  return (
    <span className="fb-state">
      <StatusTag of="finance.dailyBill.state" value={day.state} />
      {closing !== null && (
        <button type="button" className="w-link-button" onClick={() => onSeal(closing)}>
          <LockOutlined aria-hidden="true" /> {t('finance.bill.proof')}
        </button>
      )}
      {isClosable && (
        <button type="button" className="w-link-button" onClick={() => onClose(day.day)}>
          {t('finance.dayClose.close')}…
        </button>
      )}
    </span>
  )
}
