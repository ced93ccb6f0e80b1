import { lazyPart, ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { user } from '../../contract/user.ts'
import { EmployeeHead } from './employee-head.tsx'
import { EmployeeTools, useEmployeeMenu } from './employee-tools.tsx'
import { OfficePane } from './office-pane.tsx'
import { useQuestionAboutRoles } from './question-about-roles.ts'
import '../office/office.css'

const DutyControl = lazyPart(async () => (await import('./duty-control.tsx')).DutyControl)
const InviteDialog = lazyPart(async () => (await import('../invite/invite-dialog.tsx')).InviteDialog)
const SetPassword = lazyPart(async () => (await import('./set-password.tsx')).SetPassword)
const SignInOfPerson = lazyPart(async () => (await import('./sign-in-of-person.tsx')).SignInOfPerson)
const ReachOfForm = lazyPart(async () => (await import('../rights/reach-line.tsx')).ReachOfForm)
const RightsOfPerson = lazyPart(async () => (await import('../rights/rights-of-person.tsx')).RightsOfPerson)

const slots: ResourceSlots = {
  formFoot: ReachOfForm,
  useQuestionBeforeSave: useQuestionAboutRoles,
  controls: { duty: DutyControl },
  commands: { invite: InviteDialog, setPassword: SetPassword },
  toolbar: EmployeeTools,
  useMenu: useEmployeeMenu,
  head: EmployeeHead,
  inSections: ['status', 'signInState', 'lastSignInAt', 'invitedUntil'],
  tabs: ['rights', 'signIn', 'activity', 'data'],
  factsTab: 'data',
  sections: [
    { key: 'rights', title: 'identity.rights.title', Show: RightsOfPerson, tab: 'rights' },
    { key: 'signIn', title: 'identity.employee.signIn', Show: SignInOfPerson, tab: 'signIn' },
  ],
}

/** Draws `/console/employee`: the people of the company, their office, sign-in and rights. */
export function Page() {
  return (
    <div className="id-split">
      <OfficePane />
      <ResourcePage resource={user} slots={slots} />
    </div>
  )
}
