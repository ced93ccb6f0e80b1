import { useWords } from '@wattyard/console-kit'

/** From what stands in the place of name and password, back to them. */
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
