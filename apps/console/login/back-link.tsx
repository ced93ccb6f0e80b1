import { useWords } from '@wattyard/console-kit'

/** Draws the link back to the form of name and password. */
export function BackLink({ onBack }: { onBack: () => void }) {
  const { t } = useWords()
  return (
    <p className="s-login-why">
      <button type="button" className="w-link-button" onClick={onBack}>
        {t('shell.login.otherAccount')}
      </button>
    </p>
  )
}
