import VisitsAPI

extension WorkerLink: ChangeHandler {}
