import VisitsAPI

extension ClientLink: ChangeHandler {}
