"""People: who worked there in which roles, and what they signed for. No passwords, PINs or tokens."""

from collections.abc import Iterator

from django.db.models import Q

from accounting.exports.columns import flag, moment, text
from accounting.exports.datasets import DataSet, Row, register
from accounting.exports.scope import Scope
from tables.models import Employee


@register
class Employees(DataSet):
    name = "employees"
    title = "Employees and roles"
    description = "Everyone with an account, by the key that entries carry, with department, licence and present roles."
    columns = (
        text("key"),
        text("name"),
        text("employee_number"),
        text("licence_number"),
        text("department"),
        text("roles"),
        flag("active"),
        moment("since"),
    )

    def rows(self, scope: Scope) -> Iterator[Row]:
        hired = Q(cardroom=scope.cardroom) | Q(cardroom=None)
        for employee in Employee.objects.filter(hired, date_joined__lte=scope.as_of).order_by("pk"):
            yield (
                f"employee/{employee.pk}",
                employee.name,
                employee.employee_number,
                employee.licence_number,
                employee.department,
                ", ".join(sorted(employee.role_names())),
                employee.is_active,
                employee.date_joined,
            )
