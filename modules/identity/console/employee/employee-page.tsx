import { ResourcePage, type ResourceSlots } from '@wattyard/console-kit'
import { user } from '../../contract/user.ts'
import { RightsOfPerson } from '../rights/rights-of-person.tsx'
import { DutyControl } from './duty-control.tsx'
import { EmployeeTools } from './employee-tools.tsx'
import { OfficePane } from './office-pane.tsx'
import { SignInOfPerson } from './sign-in-of-person.tsx'
import '../office/office.css'

const slots: ResourceSlots = {
  controls: { duty: DutyControl },
  toolbar: EmployeeTools,
  sections: [
    { key: 'signIn', title: 'identity.employee.signIn', Show: SignInOfPerson },
    { key: 'rights', title: 'identity.rights.title', Show: RightsOfPerson },
  ],
}

/** `/console/employee`: who works here, where, how they sign in and what they may do. */
export function Page() {
  return (
    <div className="id-split">
      <OfficePane />
      <ResourcePage resource={user} slots={slots} />
    </div>
  )
}
